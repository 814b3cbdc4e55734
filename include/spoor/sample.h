/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Samples: a timer's interrupt tells where its CPU is, many times a second. So one sees where the time goes
 * without changing anything. The share of a function among the samples is its share of the time, give or
 * take 1 / sqrt(samples).
 *
 * Each sample is an event, of service TRACE_SAMPLE, with a stack where trace_event_set_depth() or
 * `trace_events -k` asks for one; and it is counted in a table on the target, by function and by thread or
 * interrupt level.
 *
 * A sample that falls due while interrupts are masked, or while a handler of level 0 runs, comes when that
 * ends: it is late, and counted as such where it came. So masked time is seen, at its end, and not lost.
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
    uint32_t level;       /**< interrupts that it was in; 0: the thread itself ran */
    uint32_t late_cycles; /**< 0: it came when it was due */
};

/**
 * Record a sample, and count it.
 *
 * Context: the interrupt of the sampling timer, which no other interrupts.
 * Cost:    see `make bench`, sample_depth_0 and sample_depth_4.
 */
void trace_sample(const struct trace_sample *s);

/* ------------------------------------------------------------------ the times */

/** The times of one CPU's samples, for a sampler. */
struct trace_sample_times {
    uint32_t random;
    uint32_t due;   /**< by spoor_port_cycles(): when the interrupt should come; the sampler sets it */
    uint32_t least; /**< cycles from then to the handler, at best */
};

/** Begin. @param seed  another one on each CPU. Context: nobody else uses `t`. */
static inline void trace_sample_times_begin(struct trace_sample_times *t, uint32_t seed)
{
    t->random = seed;
    t->due = 0;
    t->least = UINT32_MAX;
}

/**
 * @return cycles to the next sample, drawn between a half and one and a half of the mean: so that no work of
 *         a steady period keeps in step
 *
 * Context: the sampler's.
 */
static inline uint32_t trace_sample_interval(struct trace_sample_times *t, uint32_t mean_cycles)
{
    t->random = t->random * 1664525u + 1013904223u; /* Numerical Recipes: the high bits are random */
    return mean_cycles / 2 + (uint32_t)((uint64_t)(t->random >> 8) * mean_cycles >> 24);
}

/**
 * @return by how many cycles the interrupt came later than the best one; 0 up to `from`
 *
 * Context: the sampler's.
 */
static inline uint32_t trace_sample_lateness(struct trace_sample_times *t, uint32_t now, uint32_t from)
{
    uint32_t after = now - t->due;

    if (after > UINT32_MAX / 2) {
        after = 0; /* the timer's first tick was shorter */
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
     * The address where the function begins. Where the image has no unwind tables, or these don't say: of the
     * TRACE_SAMPLE_GRAIN bytes that have the sample.
     */
    uint32_t function;
    uint32_t thread; /**< 0 in interrupts */
    uint32_t level;
    uint32_t count; /**< 0: the row is free */
    uint32_t late;  /**< of these, those that came late */
};
#define TRACE_SAMPLE_GRAIN 64

/** Samples, and those that the table doesn't have. */
struct trace_sample_sums {
    uint32_t taken;
    uint32_t late;
    uint32_t full; /**< of functions that found no row */
};

/**
 * Copy row `n` of the table.
 *
 * @return 0, -ENOENT for a free row, -EINVAL from CONFIG_TRACE_SAMPLE_TABLE on
 *
 * Context: thread.
 */
int trace_sample_row(unsigned n, struct trace_sample_row *row);

/** Copy the sums since the last reset. Context: thread. */
void trace_sample_sums(struct trace_sample_sums *sums);

/** Empty the table and the sums. Samples that come meanwhile aren't counted. Context: thread. */
void trace_sample_reset(void);

SPOOR_EXTERN_C_END

#endif
