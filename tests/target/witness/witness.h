/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of the image `witness`. */
#ifndef TESTS_WITNESS_H
#define TESTS_WITNESS_H

#include <stdint.h>

/** No function is inlined, cloned, or tail-calls another: each has its own instructions. */
#define ITS_OWN __attribute__((noipa))

/* -------- work without hooks, whose result depends on its arguments only (work.c) */

/** @return a checksum of `n` numbers that begin with `seed` */
uint32_t work_sum(uint32_t seed, uint32_t n);

/** @return a checksum of `n` sorted numbers, n <= 32 */
uint32_t work_sort(uint32_t seed, uint32_t n);

/** @return the number of primes below `n` */
uint32_t work_primes(uint32_t n);

/** Called only while samples are taken. */
uint32_t sampled_sum(uint32_t n);
uint32_t sampled_mix(uint32_t n);
uint32_t sampled_count(uint32_t n);

/* -------- points and blocks; each has a function of its own (visits.c) */

void visit_point(uint32_t n);
uint32_t visit_point_of_handler(uint32_t n);
uint32_t visit_masked(uint32_t n);
uint32_t visit_inner(uint32_t n);
uint32_t visit_outer(uint32_t n);
uint32_t visit_scoped(uint32_t n);
/** Calls `pend` in the middle. */
uint32_t visit_interrupted(uint32_t n, void (*pend)(void));
uint32_t visit_handler(uint32_t n);
/** Calls `wake` in the middle, which lets another thread run. */
uint32_t visit_preempted(uint32_t n, void (*wake)(void));
uint32_t visit_preempting(uint32_t n);

/* -------- instrumented functions (calls.c) */

uint32_t call_fibonacci(uint32_t n);
uint32_t call_all(uint32_t n);

/* -------- the end (freeze.c) */

/** Stop the other CPUs, mask interrupts, send all records, print all values, and end the run. */
_Noreturn void freeze(void);

#endif
