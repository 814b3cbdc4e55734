/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements hal/interrupted.h. Each interrupt entry stores the address of the frame stacked by the
 * hardware (Armv7-M ARM, B1.5.6).
 */
#ifndef ARCH_INTERRUPTED_H
#define ARCH_INTERRUPTED_H

#include <hal/cpu.h>

extern const uint32_t *volatile cortexm_interrupted[CONFIG_CPUS];

static inline uint32_t hal_interrupted_pc(void)
{
    return cortexm_interrupted[hal_cpu_id()][6] & ~1u;
}

#endif
