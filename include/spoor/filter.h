/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Filters exclude records of some threads and CPUs from the rings. Threads are identified by the number that
 * trace_hook_thread_created() assigned. Excluded records are counted as unrecorded (ring.h), not as lost.
 *
 * A filter by threads takes effect at the next switch to the thread. Interrupts don't belong to the thread
 * that they interrupt, so they are still recorded. A switch is recorded unless both of its threads are
 * excluded.
 */
#ifndef SPOOR_FILTER_H
#define SPOOR_FILTER_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Maximum number of chosen threads. */
#define TRACE_FILTER_THREADS 8

/** Which threads are excluded. */
enum trace_filter_mode {
    TRACE_FILTER_EXCLUDE, /**< the chosen threads */
    TRACE_FILTER_ONLY,    /**< all except the chosen threads */
};

/**
 * Choose a thread, or remove it from the chosen threads.
 *
 * @return 0, -ENOSPC if TRACE_FILTER_THREADS are chosen already, or -EINVAL for thread 0, which doesn't exist
 *
 * Context: thread.
 */
int trace_filter_thread(uint32_t thread, bool chosen);

/**
 * Set whether the chosen threads or all others are excluded. If no thread is chosen, none is excluded.
 *
 * Context: thread.
 */
void trace_filter_set_mode(enum trace_filter_mode mode);

/** @return the mode. Context: any. */
enum trace_filter_mode trace_filter_get_mode(void);

/**
 * Exclude all records of one CPU, including those of interrupts, or include them again.
 *
 * @return 0, or -EINVAL for an unknown CPU
 *
 * Context: thread.
 */
int trace_filter_cpu(unsigned cpu, bool excluded);

/** Remove all filters. Context: thread. */
void trace_filter_clear(void);

/** @return whether the thread or CPU is excluded. Context: any. */
bool trace_filter_excludes_thread(uint32_t thread);
bool trace_filter_excludes_cpu(unsigned cpu);

/** @return the `n`-th chosen thread, or 0 past the last. Context: any. */
uint32_t trace_filter_chosen(unsigned n);

/* -------- the scheduler's side */

/** Prepare for a switch. Must be called before the switch is recorded. Context: scheduler. */
void trace_filter_switch(uint32_t from, uint32_t to);

/**
 * Apply the filter to `thread`, which runs now. Must be called after the switch was recorded.
 *
 * Context: scheduler.
 */
void trace_filter_enter(uint32_t thread);

SPOOR_EXTERN_C_END

#endif
