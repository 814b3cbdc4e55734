/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Samples: a timer's interrupt records where its CPU is, many times a second. This shows where the time is
 * spent without instrumenting the code. A function's share of the samples is its share of the time, with an
 * error of about 1/sqrt(samples).
 *
 * Each sample is an event of service TRACE_SAMPLE, with a stack if trace_event_set_depth(), or option -k of
 * the command trace_events, requests one. It is also counted in a table on the target, by function and by
 * thread or interrupt level.
 *
 * A sample that is due while interrupts are masked, or while a handler of level 0 runs, is taken when that
 * ends. It is counted as late, at the place where it was taken. Masked time is therefore visible at its end,
 * and not lost.
 */
#ifndef SPOOR_SAMPLE_H
#define SPOOR_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** One sample. */
struct trace_sample {
    uint32_t pc;          /**< the next instruction */
    uint32_t thread;      /**< the number of the CPU's thread */
    uint32_t level;       /**< nested interrupts at that time; 0: the thread itself ran */
    uint32_t late_cycles; /**< 0: the sample was on time */
};

/**
 * Record a sample, and count it.
 *
 * Context: the interrupt of the sampling timer, which must not be interrupted by others.
 * Cost:    see `make bench`, sample_depth_0 and sample_depth_4.
 */
void trace_sample(const struct trace_sample *s);

/* ------------------------------------------------------------------ the times */

/** The timing of one CPU's samples; for samplers. */
struct trace_sample_times {
    uint32_t random;
    uint32_t due;   /**< when the interrupt is due, in spoor_port_cycles(); set by the sampler */
    uint32_t least; /**< minimum cycles from then to the handler so far */
};

/**
 * Initialise `t`.
 *
 * @param seed  must differ between CPUs
 *
 * Context: nobody else uses `t`.
 */
static inline void trace_sample_times_begin(struct trace_sample_times *t, uint32_t seed)
{
    t->random = seed;
    t->due = 0;
    t->least = UINT32_MAX;
}

/**
 * @return cycles to the next sample, chosen at random between half the mean and one and a half times the
 *         mean, so that periodic work can't stay in phase with the samples
 *
 * Context: the sampler.
 */
static inline uint32_t trace_sample_interval(struct trace_sample_times *t, uint32_t mean_cycles)
{
    t->random = t->random * 1664525u + 1013904223u; /* from Numerical Recipes; high bits are random */
    return mean_cycles / 2 + (uint32_t)((uint64_t)(t->random >> 8) * mean_cycles >> 24);
}

/**
 * @return cycles by which the interrupt is later than the earliest one so far; 0 if this is at most `from`
 *
 * Context: the sampler.
 */
static inline uint32_t trace_sample_lateness(struct trace_sample_times *t, uint32_t now, uint32_t from)
{
    uint32_t after = now - t->due;

    if (after > UINT32_MAX / 2) {
        after = 0; /* the timer's first period was shorter */
    }
    if (after < t->least) {
        t->least = after;
    }
    return after - t->least > from ? after - t->least : 0;
}

/* ------------------------------------------------------------------ the table */

/** The samples of one function in one thread or interrupt level. */
struct trace_sample_row {
    /**
     * The function's start address. If the image has no unwind tables, or no entry for the function, it is
     * the address of the TRACE_SAMPLE_GRAIN bytes that contain the sample.
     */
    uint32_t function;
    uint32_t thread; /**< 0 in interrupts */
    uint32_t level;
    uint32_t count; /**< 0: the row is free */
    uint32_t late;  /**< late samples among these */
};
#define TRACE_SAMPLE_GRAIN 64

/** Counts of all samples, including those missing from the table. */
struct trace_sample_sums {
    uint32_t taken;
    uint32_t late;
    uint32_t full; /**< samples for which the table had no room */
};

/**
 * Copy row `n` of the table.
 *
 * @return 0, -ENOENT for a free row, or -EINVAL if `n` isn't below CONFIG_TRACE_SAMPLE_TABLE
 *
 * Context: thread.
 */
int trace_sample_row(unsigned n, struct trace_sample_row *row);

/** Copy the sums since the last reset. Context: thread. */
void trace_sample_sums(struct trace_sample_sums *sums);

/** Clear the table and the sums. Samples taken meanwhile aren't counted. Context: thread. */
void trace_sample_reset(void);

SPOOR_EXTERN_C_END

#endif
