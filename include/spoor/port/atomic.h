/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Atomic updates of one word: by exclusive load and store where the CPU has them (SPOOR_EXCLUSIVES is 1),
 * otherwise with interrupts masked for three instructions.
 *
 * Ordering is relaxed but for the compare-and-swap, which acquires and releases.
 */
#ifndef SPOOR_PORT_ATOMIC_H
#define SPOOR_PORT_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

/** Add `n` to `*p`. @return the value after. Context: any, interrupts included. */
static inline uint32_t spoor_atomic_add(volatile uint32_t *p, uint32_t n);

/** Add 1 to `*p`. Context: any, interrupts included. Cost: 4 instructions on ARMv7-M, 6 on ARMv6-M. */
static inline void spoor_atomic_inc(volatile uint32_t *p);

/** If `*p` is `expected`, make it `desired`. @return whether it did. Context: any, interrupts included. */
static inline bool spoor_atomic_cas(volatile uint32_t *p, uint32_t expected, uint32_t desired);

#include <arch/spoor_atomic.h>

/** 1 where a call that returns at once is cheaper than to load a word, test it and branch. */
#ifndef SPOOR_TEST_BY_CALL
#define SPOOR_TEST_BY_CALL 0
#endif

/**
 * Add `n` to a sum of 64 bits. Not atomic: the caller keeps others out, for as few instructions as the core
 * can do it in.
 *
 * Context: any.
 */
#ifndef SPOOR_SUM_ADD
static inline void spoor_sum_add(uint64_t *sum, uint32_t n)
{
    *sum += n;
}
#endif

/** In a loop that waits for another CPU: let that CPU have the shared resources. Context: any. */
#ifndef SPOOR_RELAX
#define SPOOR_RELAX() __asm__ volatile("" ::: "memory")
#endif

#endif
