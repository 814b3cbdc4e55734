/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements hal/interrupted.h. entry.S stores where the registers are at each interrupt. */
#ifndef ARCH_INTERRUPTED_H
#define ARCH_INTERRUPTED_H

#include <hal/cpu.h>

/** For each CPU: r0 to r3, r12, lr, pc and CPSR of the interrupted code. The stack pointer was above them. */
extern const uint32_t *volatile armv7a_interrupted[CONFIG_CPUS];

static inline uint32_t hal_interrupted_pc(void)
{
    return armv7a_interrupted[hal_cpu_id()][6] & ~1u;
}

#endif
