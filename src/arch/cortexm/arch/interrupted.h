/* SPDX-License-Identifier: BSD-2-Clause */
/* Body of hal/interrupted.h: the frame that the hardware stacked (Armv7-M ARM, B1.5.6), which each entry
 * notes. */
#ifndef ARCH_INTERRUPTED_H
#define ARCH_INTERRUPTED_H

extern const uint32_t *volatile cortexm_interrupted;

static inline uint32_t hal_interrupted_pc(void)
{
    return cortexm_interrupted[6] & ~1u;
}

#endif
