/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A requested switch is bit 0 of the CPU's state, cleared; spoor_irq_restore() and the end of the outermost
 * interrupt test it. No interrupt controller takes part, so the switch is done when they return. Body of
 * hal/context.h.
 */
#ifndef ARCH_CONTEXT_H
#define ARCH_CONTEXT_H

#include <spoor/port/irq.h>

/* The frame of armv7a_priv.h, and 8 bytes that align it. */
#ifdef __ARM_NEON
#define HAL_CONTEXT_BYTES 336
#elif defined __ARM_FP
#define HAL_CONTEXT_BYTES 208
#else
#define HAL_CONTEXT_BYTES 72
#endif

static inline void hal_switch_request(void)
{
    /* An interrupt between the two can at most make the switch due too, or do it: then one more follows. */
    uint32_t state = armv7a_state() & ~1u;

    armv7a_set_state(state);
    if (state == 0 && !spoor_irq_masked()) {
        armv7a_switch();
    }
}

#endif
