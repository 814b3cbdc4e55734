/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Atomic updates of one word. They use exclusive load and store if the CPU has them (SPOOR_EXCLUSIVES is 1),
 * otherwise they mask interrupts for three instructions.
 *
 * Ordering is relaxed, except for compare-and-swap, which acquires and releases.
 */
#ifndef SPOOR_PORT_ATOMIC_H
#define SPOOR_PORT_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

/** Add `n` to `*p`. @return the new value. Context: any, interrupts included. */
static inline uint32_t spoor_atomic_add(volatile uint32_t *p, uint32_t n);

/**
 * Add 1 to `*p`.
 *
 * Context: any, interrupts included.
 * Cost: 4 instructions on ARMv7-M, 6 on ARMv6-M.
 */
static inline void spoor_atomic_inc(volatile uint32_t *p);

/**
 * Set `*p` to `desired` if it is `expected`.
 *
 * @return whether it was set
 *
 * Context: any, interrupts included.
 */
static inline bool spoor_atomic_cas(volatile uint32_t *p, uint32_t expected, uint32_t desired);

#include <arch/spoor_atomic.h>

/** 1 if a call that returns at once is cheaper than loading a word, testing it and branching. */
#ifndef SPOOR_TEST_BY_CALL
#define SPOOR_TEST_BY_CALL 0
#endif

/**
 * Add `n` to a 64-bit sum, in as few instructions as the core allows. Not atomic: the caller must exclude
 * others.
 *
 * Context: any.
 */
#ifndef SPOOR_SUM_ADD
static inline void spoor_sum_add(uint64_t *sum, uint32_t n)
{
    *sum += n;
}
#endif

/** Let the other CPU access shared resources; for loops that wait for another CPU. Context: any. */
#ifndef SPOOR_RELAX
#define SPOOR_RELAX() __asm__ volatile("" ::: "memory")
#endif

#endif
