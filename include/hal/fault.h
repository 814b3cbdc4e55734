/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A processor fault, and the end of a run.
 */
#ifndef HAL_FAULT_H
#define HAL_FAULT_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/*
 * The registers of the faulting context: HAL_REGISTERS of them, in the order of the report, with the program
 * counter at HAL_REGISTER_PC. The architecture names them.
 */
#include <arch/fault.h>
extern const char *const hal_register_names[HAL_REGISTERS];

/** The state of the CPU at a fault. */
struct hal_fault {
    const char *reason; /**< in words, e.g. "data access to a forbidden address" */
    uint32_t r[HAL_REGISTERS];
    uint32_t status;  /**< of the fault, as the architecture defines it; 0 where there is none */
    uint32_t address; /**< the refused address, when address_valid */
    uint8_t address_valid;
    uint8_t in_isr; /**< 1 when an interrupt handler faulted rather than a thread */
};

/** Upcall, supplied by the kernel. Context: fault, interrupts masked. Does not return. */
SPOOR_NORETURN void hal_on_fault(const struct hal_fault *fault);

SPOOR_EXTERN_C_END

#endif
