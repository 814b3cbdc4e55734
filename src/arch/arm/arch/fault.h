/* SPDX-License-Identifier: BSD-2-Clause */
/* The registers in a fault report of a 32-bit Arm core. */
#ifndef ARCH_FAULT_H
#define ARCH_FAULT_H

enum {
    HAL_REGISTER_PC,
    ARM_FAULT_LR,
    ARM_FAULT_SP,
    ARM_FAULT_PSR, /* xPSR or CPSR */
    ARM_FAULT_R0,  /* r0 to r12 */
    HAL_REGISTERS = ARM_FAULT_R0 + 13,
};

#endif
