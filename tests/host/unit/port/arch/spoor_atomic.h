/* SPDX-License-Identifier: BSD-2-Clause */
/* Implementation of spoor/port/atomic.h for the build machine. */
#ifndef SPOOR_ARCH_ATOMIC_H
#define SPOOR_ARCH_ATOMIC_H

#define SPOOR_EXCLUSIVES 1

static inline uint32_t spoor_atomic_add(volatile uint32_t *p, uint32_t n)
{
    return __atomic_add_fetch(p, n, __ATOMIC_RELAXED);
}

static inline void spoor_atomic_inc(volatile uint32_t *p)
{
    spoor_atomic_add(p, 1);
}

static inline bool spoor_atomic_cas(volatile uint32_t *p, uint32_t expected, uint32_t desired)
{
    return __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

#endif
