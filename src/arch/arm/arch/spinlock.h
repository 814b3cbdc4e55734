/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements hal/spinlock.h: a word that is 1 while held, and the number of waiters.
 *
 * A waiter sleeps until an event, and unlocking sends one (Armv7-A ARM, B1.8.13; Armv8-M ARM, B3.28). If
 * there are waiters, unlocking also yields to CPUs that share the hardware or an emulator's thread.
 * Otherwise a CPU that takes the lock in a loop would starve the others.
 */
#ifndef ARCH_SPINLOCK_H
#define ARCH_SPINLOCK_H

static inline void hal_spin_lock(struct hal_spinlock *l)
{
    if (__atomic_exchange_n(&l->held, 1u, __ATOMIC_ACQUIRE) == 0) {
        return;
    }
    __atomic_add_fetch(&l->waiting, 1u, __ATOMIC_RELAXED);
    do {
        while (l->held != 0) {
            __asm__ volatile("wfe" ::: "memory");
        }
    } while (__atomic_exchange_n(&l->held, 1u, __ATOMIC_ACQUIRE) != 0);
    __atomic_sub_fetch(&l->waiting, 1u, __ATOMIC_RELAXED);
}

static inline void hal_spin_unlock(struct hal_spinlock *l)
{
    __atomic_store_n(&l->held, 0u, __ATOMIC_RELEASE);
    __asm__ volatile("dsb\n\tsev" ::: "memory");
    if (__builtin_expect(l->waiting != 0, 0)) {
        __asm__ volatile("yield" ::: "memory");
    }
}

#endif
