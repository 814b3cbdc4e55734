/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements spoor/port/atomic.h without exclusives. Interrupts are masked during each load, change and
 * store. With several CPUs a spinlock of the chip is taken too.
 */
#ifndef SPOOR_ARCH_ATOMIC_MASKED_H
#define SPOOR_ARCH_ATOMIC_MASKED_H

#include <spoor/config.h>
#include <spoor/port/irq.h>

#define SPOOR_EXCLUSIVES 0

#if CONFIG_CPUS > 1 && !defined(SPOOR_SPIN_TAKE)
#error                                                                                                       \
    "this core has no exclusive load and store: with CONFIG_CPUS above 1 define SPOOR_SPIN_TAKE() and SPOOR_SPIN_GIVE() in spoor_user.h, by a spinlock of the chip that nothing else uses"
#endif

static inline uint32_t spoor_atomic_begin(void)
{
    uint32_t state = (spoor_irq_save)();

#if CONFIG_CPUS > 1
    SPOOR_SPIN_TAKE();
#endif
    return state;
}

static inline void spoor_atomic_end(uint32_t state)
{
#if CONFIG_CPUS > 1
    SPOOR_SPIN_GIVE();
#endif
    (spoor_irq_restore_relaxed)(state);
}

static inline uint32_t spoor_atomic_add(volatile uint32_t *p, uint32_t n)
{
    uint32_t state = spoor_atomic_begin();
    uint32_t after = *p + n;

    *p = after;
    spoor_atomic_end(state);
    return after;
}

static inline void spoor_atomic_inc(volatile uint32_t *p)
{
    spoor_atomic_add(p, 1);
}

static inline bool spoor_atomic_cas(volatile uint32_t *p, uint32_t expected, uint32_t desired)
{
    uint32_t state = spoor_atomic_begin();
    bool same = *p == expected;

    if (same) {
        *p = desired;
    }
    spoor_atomic_end(state);
    return same;
}

#endif
