/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A processor fault, and the end of a run.
 */
#ifndef HAL_FAULT_H
#define HAL_FAULT_H

#include <stdint.h>

/** What the CPU was doing when it faulted. */
struct hal_fault {
    const char *reason;  /**< in words, e.g. "data access to 0x00000004 refused" class: "bus fault" */
    uint32_t r[13];      /**< r0 to r12 */
    uint32_t sp, lr, pc; /**< of the faulting context */
    uint32_t psr;        /**< xPSR or CPSR */
    uint32_t status;     /**< CFSR, DFSR or IFSR; 0 where there is none */
    uint32_t address;    /**< the refused address, when address_valid */
    uint8_t address_valid;
    uint8_t in_isr; /**< 1 when an interrupt handler faulted rather than a thread */
};

/** Upcall, supplied by the kernel. Context: fault, interrupts masked. Does not return. */
_Noreturn void hal_on_fault(const struct hal_fault *fault);

#endif
