/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of hal/interrupted.h: the frame that the hardware stacked (Armv7-M ARM, B1.5.6), which each entry
 * notes. */
#ifndef ARCH_INTERRUPTED_H
#define ARCH_INTERRUPTED_H

#include <hal/cpu.h>

extern const uint32_t *volatile cortexm_interrupted[CONFIG_CPUS];

static inline uint32_t hal_interrupted_pc(void)
{
    return cortexm_interrupted[hal_cpu_id()][6] & ~1u;
}

#endif
