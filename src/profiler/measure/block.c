/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace blocks: updating the statistics. The hot path neither divides nor allocates. It updates five numbers
 * together, with interrupts masked. Readers compute means and convert units.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <stddef.h>
#include <string.h>
#include <spoor/port/atomic.h>
#include "sink_priv.h"
#include <spoor/sites.h>
#include <spoor/trace.h>
#include "block_priv.h"
#include "long_priv.h"

uint32_t trace_block_enables;

static inline void add_extremes(struct trace_block *b, uint32_t wall_cycles, uint32_t net_cycles)
{
    if (wall_cycles < b->min_cycles) {
        b->min_cycles = wall_cycles;
    }
    if (wall_cycles > b->max_cycles) {
        b->max_cycles = wall_cycles;
    }
#if CONFIG_TRACE_NET
    if (net_cycles < b->min_net_cycles) {
        b->min_net_cycles = net_cycles;
    }
    if (net_cycles > b->max_net_cycles) {
        b->max_net_cycles = net_cycles;
    }
#else
    (void)net_cycles;
#endif
}

/*
 * Quick visits are those between the minimum wall time and the maximum net time, or wall time without net
 * times. If this is updated late, there are too few. The lock is held.
 */
static __attribute__((noinline)) void update_quick(struct trace_block *b)
{
    uint32_t most = b->TRACE_BLOCK_UPPER_EXTREME, least = b->min_cycles;

    bool plain = (b->mode & TRACE_BLOCK_PLAIN) != 0;

    b->quick_cycles = plain && most >= least ? most - least + 1 : 0;
}

static inline void add_net(struct trace_block *b, uint32_t stolen_cycles)
{
#if CONFIG_TRACE_NET
    b->last_stolen_cycles = stolen_cycles;
    spoor_sum_add(&b->stolen_sum_cycles, stolen_cycles);
#else
    (void)b;
    (void)stolen_cycles;
#endif
}

#if CONFIG_TRACE_HISTOGRAM
/* The highest bit selects the power of two, and the bits after it the bucket in it. */
static unsigned bucket_of(uint32_t cycles)
{
    const unsigned steps = CONFIG_TRACE_HISTOGRAM_STEPS;

    if (cycles < steps) {
        return cycles;
    }
    unsigned below = 31u - (unsigned)__builtin_clz(cycles) - TRACE_HISTOGRAM_BITS;

    return (below + 1) * steps + ((cycles >> below) & (steps - 1));
}
#endif

/* @return whether a reset has removed the extremes set by a visit */
static inline bool lost_extremes(const struct trace_block *b, uint32_t wall_cycles, uint32_t resets)
{
    if (TRACE_BLOCK_COUNTS_RESETS || CONFIG_CPUS > 1) {
        return spoor_block_resets(b) != resets;
    }
    return wall_cycles < b->min_cycles || wall_cycles > b->max_cycles;
}

static inline bool has_sink(const struct trace_block *b, uintptr_t mode)
{
#if CONFIG_TRACE_HISTOGRAM
    (void)mode;
    return __atomic_load_n(&b->has_sink, __ATOMIC_RELAXED);
#else
    (void)b;
    return (mode & TRACE_BLOCK_FULL) != 0;
#endif
}

/* A completed visit, passed in memory because the critical sections below need the registers. */
struct visit {
    uint32_t wall_cycles, stolen_cycles, children_cycles;
};

/*
 * Adds the visit in three short critical sections, so that interrupts are never masked for long: extremes;
 * count and sum; children and histogram. A reader between them sees the extremes before the visit, which does
 * no harm. If a reset happens between them, the remaining parts either start the new statistics or are
 * dropped.
 */
static __attribute__((noinline)) void visit(struct trace_block *b, const struct visit *v)
{
    struct trace_visited seen;
    uint32_t wall_cycles = v->wall_cycles, stolen_cycles = v->stolen_cycles;
    uint32_t net_cycles = wall_cycles - stolen_cycles;
#if CONFIG_TRACE_HISTOGRAM
    unsigned bucket = bucket_of(wall_cycles);
#endif
    uint32_t state = spoor_block_lock(b);
    uintptr_t mode = b->mode;
    uint32_t resets;

    if (mode == 0) { /* switched off since the caller checked */
        spoor_block_unlock(b, state);
        return;
    }
    do {
        add_extremes(b, wall_cycles, net_cycles);
        resets = spoor_block_resets(b);
        state = spoor_block_lock_break(b, state);
    } while (lost_extremes(b, wall_cycles, resets));
    trace_block_count(b, wall_cycles);
    add_net(b, stolen_cycles);
    seen.count = b->count;
    seen.sum_cycles = b->sum_cycles;
#if CONFIG_TRACE_NET || CONFIG_TRACE_HISTOGRAM
    state = spoor_block_lock_break(b, state);
    if (spoor_block_resets(b) == resets) {
#if CONFIG_TRACE_NET
        spoor_sum_add(&b->children_sum_cycles, v->children_cycles);
#endif
#if CONFIG_TRACE_HISTOGRAM
        if (b->histogram != NULL) {
            b->histogram[bucket]++;
        }
#endif
    }
#endif
    seen.min_cycles = b->min_cycles;
    seen.max_cycles = b->max_cycles;
    if (stolen_cycles == 0) { /* other visits aren't quick */
        state = spoor_block_lock_break(b, state);
        update_quick(b);
    }
    spoor_block_unlock(b, state);
    if (has_sink(b, mode)) {
        seen.wall_cycles = wall_cycles;
        seen.net_cycles = net_cycles;
        if (trace_longs_exist) {
            trace_long_report(b, &seen, NULL);
        } else {
            seen.longer = NULL;
            trace_sinks_block(b, &seen);
        }
    }
}

void trace_block_visit(struct trace_block *b, uint32_t wall_cycles, uint32_t stolen_cycles,
                       uint32_t children_cycles)
{
    const struct visit v = {wall_cycles, stolen_cycles, children_cycles};

    visit(b, &v);
}

SELDOM void trace_block_long_visit(struct trace_block *b, const struct trace_long_visit *v)
{
    uintptr_t mode = __atomic_load_n(&b->mode, __ATOMIC_RELAXED);
    struct trace_visited seen;

    if (mode == 0) {
        return;
    }
    trace_long_add(b, v);
    if (has_sink(b, mode) && v != NULL) {
        uint32_t state = spoor_block_lock(b);

        seen.count = b->count;
        seen.sum_cycles = b->sum_cycles;
        seen.min_cycles = b->min_cycles;
        seen.max_cycles = b->max_cycles;
        spoor_block_unlock(b, state);
        trace_long_report(b, &seen, v);
    }
}

void trace_block_record(struct trace_block *b, uint32_t cycles)
{
    if (!spoor_block_add(b, cycles, 0)) {
        trace_block_visit(b, cycles, 0, 0);
    }
}

/* The statistics are before the mode, which others read without holding the lock. */
#define NUMBERS_END offsetof(struct trace_block, mode)

/* Because the alignment is known, the compiler copies inline, several words at a time. */
static void copy_numbers(struct trace_block *to, const struct trace_block *from)
{
    memcpy(__builtin_assume_aligned(to, sizeof(uint32_t)), __builtin_assume_aligned(from, sizeof(uint32_t)),
           NUMBERS_END);
}

void spoor_block_snapshot(struct trace_block *copy, const struct trace_block *b)
{
    struct trace_block *locked = (struct trace_block *)b;
    uint32_t state = spoor_block_lock(locked);

    copy_numbers(copy, b);
    spoor_block_unlock(locked, state);
}

/* @return a number for the mode of a block that is switched on */
SELDOM static uintptr_t new_number(void)
{
    return spoor_atomic_add(&trace_block_enables, 1) * (2 * TRACE_BLOCK_LATER) | TRACE_BLOCK_LATER;
}

/* The lock is held. */
static inline void set_mode(struct trace_block *b, uintptr_t mode)
{
    __atomic_store_n(&b->mode, mode, __ATOMIC_RELAXED);
    update_quick(b);
}

/*
 * Set how the visits of a block end. A block that is on keeps its number. One that is off gets the number
 * `fresh`, which no other call may have used, or stays off if that is 0.
 *
 * @return whether the block is on, and trace_sinks_want() hasn't changed meanwhile
 */
SELDOM static bool set_end(struct trace_block *b, uintptr_t fresh)
{
    bool sink = trace_sinks_want(b);
    uintptr_t end = sink ? TRACE_BLOCK_FULL : TRACE_BLOCK_MODE_ON;
    uint32_t state = spoor_block_lock(b);
    uintptr_t number = b->mode & ~(uintptr_t)TRACE_BLOCK_END;

    if (number == 0) {
        number = fresh;
    }
#if CONFIG_TRACE_HISTOGRAM
    __atomic_store_n(&b->has_sink, sink, __ATOMIC_RELAXED); /* others read it without the lock */
#endif
    set_mode(b, number != 0 ? number | end : 0);
    spoor_block_unlock(b, state);
    return number != 0 && sink == trace_sinks_want(b);
}

SELDOM void trace_block_enable(struct trace_block *b, bool on)
{
    if (on) {
        while (!set_end(b, trace_block_is_on(b) ? 0 : new_number())) {
        }
    } else {
        uint32_t state = spoor_block_lock(b);

        set_mode(b, 0);
        spoor_block_unlock(b, state);
    }
    trace_sites_follow(b, (const void *const *)&b->mode, NULL);
}

SELDOM void trace_block_refresh(struct trace_block *b)
{
    while (!set_end(b, 0) && trace_block_is_on(b)) {
    }
}

static void clear_histogram(struct trace_block *b)
{
#if CONFIG_TRACE_HISTOGRAM
    if (b->histogram != NULL) {
        memset(b->histogram, 0, TRACE_HISTOGRAM_BUCKETS * sizeof b->histogram[0]);
    }
#else
    (void)b;
#endif
}

#if CONFIG_TRACE_HISTOGRAM && CONFIG_CPUS == 1

/*
 * Clearing the histogram with interrupts masked would take too long. It is cleared repeatedly until no visit
 * happened meanwhile.
 */
static uint32_t lock_with_histogram_cleared(struct trace_block *b)
{
    for (;;) {
        uint32_t count = *(volatile uint32_t *)&b->count;

        clear_histogram(b);
        uint32_t state = spoor_block_lock(b);

        if (b->count == count) {
            return state;
        }
        spoor_block_unlock(b, state);
    }
}

#else

static uint32_t lock_with_histogram_cleared(struct trace_block *b)
{
    uint32_t state = spoor_block_lock(b);

    clear_histogram(b);
    return state;
}

#endif

void trace_block_reset(struct trace_block *b)
{
    static const struct trace_block fresh = TRACE_BLOCK_INIT(fresh, NULL);
    uint32_t state = lock_with_histogram_cleared(b);

    copy_numbers(b, &fresh);
#if TRACE_BLOCK_COUNTS_RESETS
    b->resets++;
#endif
    spoor_block_unlock(b, state);
    trace_long_reset(b);
    trace_sinks_reset(b);
}

#endif
