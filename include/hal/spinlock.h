/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mutual exclusion between CPUs. With CONFIG_CPUS 1 the lock has no size and no code.
 *
 * The caller must mask interrupts first. Otherwise an interrupt that takes the same lock would wait
 * forever.
 */
#ifndef HAL_SPINLOCK_H
#define HAL_SPINLOCK_H

#include <stdint.h>

#if CONFIG_CPUS > 1

struct hal_spinlock {
    volatile uint32_t held, waiting;
};

/** Take the lock, spinning while it is held. Context: any, interrupts masked. */
static inline void hal_spin_lock(struct hal_spinlock *l);

/** Release the lock. Context: any, interrupts masked. */
static inline void hal_spin_unlock(struct hal_spinlock *l);

#include <arch/spinlock.h>

#else

struct hal_spinlock {
    uint32_t held[0]; /**< in C++ a structure without members would have a size */
};

static inline void hal_spin_lock(struct hal_spinlock *l)
{
    (void)l;
}

static inline void hal_spin_unlock(struct hal_spinlock *l)
{
    (void)l;
}

#endif
#endif
