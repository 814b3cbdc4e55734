/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements hal/interrupted.h. entry.S stores the address at each interrupt. */
#ifndef ARCH_INTERRUPTED_H
#define ARCH_INTERRUPTED_H

#include <hal/cpu.h>

extern volatile uint32_t armv7a_interrupted[CONFIG_CPUS];

static inline uint32_t hal_interrupted_pc(void)
{
    return armv7a_interrupted[hal_cpu_id()] & ~1u;
}

#endif
