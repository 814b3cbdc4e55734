/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements spoor/port/atomic.h with exclusive load and store (Armv7-M ARM, A3.4). */
#ifndef SPOOR_ARCH_ATOMIC_H
#define SPOOR_ARCH_ATOMIC_H

#define SPOOR_EXCLUSIVES 1
#define SPOOR_RELAX()    __asm__ volatile("yield" ::: "memory")

static inline uint32_t spoor_atomic_add(volatile uint32_t *p, uint32_t n)
{
    return __atomic_add_fetch(p, n, __ATOMIC_RELAXED);
}

/* Try once. The caller loops, so that the fast path has no taken branch. */
static inline uint32_t atomic_inc_failed(volatile uint32_t *p)
{
    uint32_t value, failed;

    __asm__ volatile("ldrex %0, %2\n\tadds %0, #1\n\tstrex %1, %0, %2"
                     : "=&l"(value), "=&l"(failed), "+Q"(*p)::"cc");
    return failed;
}

static inline void spoor_atomic_inc(volatile uint32_t *p)
{
    if (__builtin_expect(atomic_inc_failed(p) != 0, 0)) {
        while (atomic_inc_failed(p) != 0) {
        }
    }
}

/* Two instructions shorter than the compiler's code, which loads and stores the halves one by one. */
#define SPOOR_SUM_ADD
static inline void spoor_sum_add(uint64_t *sum, uint32_t n)
{
    uint32_t low, high;

    __asm__("ldrd %0, %1, %2\n\tadds %0, %0, %3\n\tadc %1, %1, #0\n\tstrd %0, %1, %2"
            : "=&r"(low), "=&r"(high), "+m"(*sum)
            : "r"(n)
            : "cc");
}

static inline bool spoor_atomic_cas(volatile uint32_t *p, uint32_t expected, uint32_t desired)
{
    return __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

#endif
