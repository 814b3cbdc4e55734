/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements hal/context.h. Clearing bit 0 of the CPU's state requests a switch. spoor_irq_restore() and
 * the end of the outermost interrupt test it. No interrupt controller is involved, so the switch is
 * complete when they return.
 */
#ifndef ARCH_CONTEXT_H
#define ARCH_CONTEXT_H

#include <spoor/port/irq.h>

/* The frame of armv7a_priv.h, plus 8 bytes for alignment. */
#ifdef __ARM_NEON
#define HAL_CONTEXT_BYTES 336
#elif defined __ARM_FP
#define HAL_CONTEXT_BYTES 208
#else
#define HAL_CONTEXT_BYTES 72
#endif

static inline void hal_switch_request(void)
{
    /*
     * An interrupt between the read and the write can at most request the switch as well, or perform it. In
     * the latter case one more switch follows.
     */
    uint32_t state = armv7a_state() & ~1u;

    armv7a_set_state(state);
    if (state == 0 && !spoor_irq_masked()) {
        armv7a_switch();
    }
}

static inline void hal_switch_now(uint32_t state)
{
    armv7a_set_state(0);
    spoor_irq_restore_relaxed(state);
    armv7a_switch();
}

static inline void hal_switch_mask(void)
{
}

static inline void hal_switch_unmask(void)
{
}

#endif
