/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Filters: whose records are kept out of the rings, by thread and by CPU. Threads are known here by the
 * numbers that the kernel gave them. What a filter keeps out is counted as unrecorded (ring.h), not as lost.
 *
 * A thread's filter takes effect when the thread is next switched to. Interrupts aren't part of the thread
 * they interrupt: they record. A switch records when one of its two threads isn't hidden.
 */
#ifndef PROFILER_FILTER_H
#define PROFILER_FILTER_H

#include <stdbool.h>
#include <stdint.h>

/** Threads that can be chosen at a time. */
#define TRACE_FILTER_THREADS 8

/** Which of the chosen threads and the others are hidden. */
enum trace_filter_mode {
    TRACE_FILTER_EXCLUDE, /**< the chosen ones */
    TRACE_FILTER_ONLY,    /**< all but the chosen ones */
};

/**
 * Choose a thread, or no longer.
 *
 * @return 0, -ENOSPC when TRACE_FILTER_THREADS are chosen, or -EINVAL for thread 0, which is none
 *
 * Context: thread.
 */
int trace_filter_thread(uint32_t thread, bool chosen);

/** Say what becomes of the chosen threads. Without a chosen one, none is hidden. Context: thread. */
void trace_filter_set_mode(enum trace_filter_mode mode);

/** @return the mode. Context: any. */
enum trace_filter_mode trace_filter_get_mode(void);

/** Hide all records of one CPU, those of interrupts too. @return 0, or -EINVAL. Context: thread. */
int trace_filter_cpu(unsigned cpu, bool hidden);

/** Forget all filters. Context: thread. */
void trace_filter_clear(void);

/** @return whether it is hidden. Context: any. */
bool trace_filter_excludes_thread(uint32_t thread);
bool trace_filter_excludes_cpu(unsigned cpu);

/** @return the `n`-th chosen thread, or 0 past the last. Context: any. */
uint32_t trace_filter_chosen(unsigned n);

/* -------- the scheduler's side */

/** Ahead of the record of a switch. Context: the scheduler's. */
void trace_filter_switch(uint32_t from, uint32_t to);

/** Behind it: `thread` runs from here on. Context: the scheduler's. */
void trace_filter_enter(uint32_t thread);

#endif
