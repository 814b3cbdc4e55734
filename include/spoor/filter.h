/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Filters keep records of some threads and CPUs out of the rings. A thread is known here by the number that
 * trace_hook_thread_created() gave it. Records that a filter keeps out are counted as unrecorded (ring.h),
 * not as lost.
 *
 * A thread's filter takes effect at the next switch to the thread. Interrupts aren't part of the thread that
 * they interrupt: they record. A switch is recorded when the filter lets one of its two threads pass.
 */
#ifndef SPOOR_FILTER_H
#define SPOOR_FILTER_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Threads that can be chosen at a time. */
#define TRACE_FILTER_THREADS 8

/** Which threads are excluded. */
enum trace_filter_mode {
    TRACE_FILTER_EXCLUDE, /**< the chosen ones */
    TRACE_FILTER_ONLY,    /**< all but the chosen ones */
};

/**
 * Choose a thread, or undo that.
 *
 * @return 0, -ENOSPC when TRACE_FILTER_THREADS are chosen, or -EINVAL for thread 0, which doesn't exist
 *
 * Context: thread.
 */
int trace_filter_thread(uint32_t thread, bool chosen);

/** Choose between the two. Without a chosen thread, none is excluded. Context: thread. */
void trace_filter_set_mode(enum trace_filter_mode mode);

/** @return the mode. Context: any. */
enum trace_filter_mode trace_filter_get_mode(void);

/**
 * Exclude all records of one CPU, those of interrupts too, or stop that. @return 0, or -EINVAL. Context:
 * thread.
 */
int trace_filter_cpu(unsigned cpu, bool hidden);

/** Forget all filters. Context: thread. */
void trace_filter_clear(void);

/** @return whether it is excluded. Context: any. */
bool trace_filter_excludes_thread(uint32_t thread);
bool trace_filter_excludes_cpu(unsigned cpu);

/** @return the `n`-th chosen thread, or 0 past the last. Context: any. */
uint32_t trace_filter_chosen(unsigned n);

/* -------- the scheduler's side */

/** Call it before the record of a switch. Context: the scheduler's. */
void trace_filter_switch(uint32_t from, uint32_t to);

/** Call it after that: `thread` runs from here on. Context: the scheduler's. */
void trace_filter_enter(uint32_t thread);

SPOOR_EXTERN_C_END

#endif
