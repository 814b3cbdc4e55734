/* SPDX-License-Identifier: BSD-2-Clause */
/* Processor faults. */
#ifndef HAL_FAULT_H
#define HAL_FAULT_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/*
 * The registers of the faulting context: HAL_REGISTERS registers in the order of the report, with the
 * program counter at HAL_REGISTER_PC. The architecture names them.
 */
#include <arch/fault.h>
extern const char *const hal_register_names[HAL_REGISTERS];

/** The state of the CPU at a fault. */
struct hal_fault {
    const char *reason; /**< as text, e.g. "data access to a forbidden address" */
    uint32_t r[HAL_REGISTERS];
    uint32_t status;  /**< fault status as defined by the architecture; 0 if there is none */
    uint32_t address; /**< the faulting address, if address_valid */
    uint8_t address_valid;
    uint8_t in_isr; /**< 1 if an interrupt handler faulted, 0 if a thread did */
};

/** Upcall, implemented by the kernel. Context: fault, interrupts masked. Does not return. */
SPOOR_NORETURN void hal_on_fault(const struct hal_fault *fault);

SPOOR_EXTERN_C_END

#endif
