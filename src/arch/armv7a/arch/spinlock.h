/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A word that is 1 while held. Who waits sleeps until an event; giving back sends one
 * (Armv7-A ARM, B1.8.13). Bodies of hal/spinlock.h.
 */
#ifndef ARCH_SPINLOCK_H
#define ARCH_SPINLOCK_H

static inline void hal_spin_lock(struct hal_spinlock *l)
{
    while (__atomic_exchange_n(&l->held, 1u, __ATOMIC_ACQUIRE) != 0) {
        while (l->held != 0) {
            __asm__ volatile("wfe" ::: "memory");
        }
    }
}

static inline void hal_spin_unlock(struct hal_spinlock *l)
{
    __atomic_store_n(&l->held, 0u, __ATOMIC_RELEASE);
    __asm__ volatile("dsb ishst\n\tsev" ::: "memory");
}

#endif
