/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of several CPUs: threads pinned to given CPUs, and a barrier for them. */
#ifndef PINNED_H
#define PINNED_H

#include <hal/cpu.h>
#include <kernel/thread.h>

#define THREADS  8
#define ALL_CPUS ((1u << CONFIG_CPUS) - 1)
#define ON(cpu)  (1u << (cpu))

#define LOW  (CONFIG_MAIN_PRIORITY - 2)
#define HIGH (CONFIG_MAIN_PRIORITY + 2)

extern struct thread pinned[THREADS];

/** Start thread `n` on the CPUs of `mask`. Context: thread. */
void pinned_start(unsigned n, unsigned mask, unsigned priority, void (*entry)(void *arg), void *arg);

/** Start a thread on each CPU, with its number as the argument. Context: thread. */
void pinned_start_each(unsigned priority, void (*entry)(void *arg));

/** Wait for the end of threads 0 to `n` - 1. The test fails if that takes too long. Context: thread. */
void pinned_join(unsigned n);

/**
 * Barrier: wait until one thread of each CPU has called it. Context: threads started by pinned_start_each().
 */
void pinned_meet(void);

/** Busy-wait for `us`. Context: any. */
void spin_us(uint32_t us);

/** @return the number of the calling CPU at some time during the call. Context: any. */
unsigned cpu_now(void);

#endif
