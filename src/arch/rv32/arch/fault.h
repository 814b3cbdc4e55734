/* SPDX-License-Identifier: BSD-2-Clause */
/* The registers in a fault report. */
#ifndef ARCH_FAULT_H
#define ARCH_FAULT_H

enum {
    HAL_REGISTER_PC,
    RV32_FAULT_RA,
    RV32_FAULT_SP,
    RV32_FAULT_MSTATUS,
    RV32_FAULT_A0,                     /* a0 to a7 */
    RV32_FAULT_T0 = RV32_FAULT_A0 + 8, /* t0 to t6 */
    RV32_FAULT_S0 = RV32_FAULT_T0 + 7, /* s0 to s11 */
    RV32_FAULT_GP = RV32_FAULT_S0 + 12,
    RV32_FAULT_TP,
    HAL_REGISTERS,
};

#endif
