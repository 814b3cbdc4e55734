/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements hal/interrupted.h. entry.S stores where the registers are at each interrupt. */
#ifndef ARCH_INTERRUPTED_H
#define ARCH_INTERRUPTED_H

/** The registers of the interrupted code, as in rv32_priv.h: struct rv32_trap. */
extern const uint32_t *volatile rv32_interrupted;

#define RV32_TRAP_MEPC 16 /* in words */

static inline uint32_t hal_interrupted_pc(void)
{
    return rv32_interrupted[RV32_TRAP_MEPC];
}

#endif
