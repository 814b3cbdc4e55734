/* SPDX-License-Identifier: BSD-2-Clause */
/* Without exclusives: interrupts are masked for the load, the change and the store.
 */
#ifndef SPOOR_ARCH_ATOMIC_MASKED_H
#define SPOOR_ARCH_ATOMIC_MASKED_H

#include <spoor/port/irq.h>

#define SPOOR_EXCLUSIVES 0

static inline uint32_t spoor_atomic_add(volatile uint32_t *p, uint32_t n)
{
    uint32_t state = spoor_irq_save();
    uint32_t after = *p + n;

    *p = after;
    spoor_irq_restore_relaxed(state);
    return after;
}

static inline void spoor_atomic_inc(volatile uint32_t *p)
{
    spoor_atomic_add(p, 1);
}

static inline bool spoor_atomic_cas(volatile uint32_t *p, uint32_t expected, uint32_t desired)
{
    uint32_t state = spoor_irq_save();
    bool same = *p == expected;

    if (same) {
        *p = desired;
    }
    spoor_irq_restore_relaxed(state);
    return same;
}

#endif
