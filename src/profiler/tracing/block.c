/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace blocks: where a duration goes, and what the shell asks of it. The hot path neither divides nor
 * allocates: five numbers, updated together with interrupts masked; means and units are the reader's work.
 */
#include <stddef.h>
#include <string.h>
#include <hal/atomic.h>
#include <profiler/tracing/trace.h>
#include "block_priv.h"
#include "cycles_priv.h"
#include "record_priv.h"
#include "watch_priv.h"

#if CONFIG_TRACE

ARRAY_SPREAD_DEF_RW(struct trace_block, trace_blocks);
TRACE_DESCS_DEF(struct trace_block_desc, trace_block_descs);

uint32_t trace_block_enables;

static void add(struct trace_block *b, uint32_t wall_cycles)
{
    b->sum_cycles += wall_cycles;
    b->count++;
    b->last_cycles = wall_cycles;
#if CONFIG_TRACE_NET
    b->last_net_cycles = wall_cycles;
#endif
}

/* All that an undisturbed visit between the extremes has nothing to do with. */
static void add_disturbed(struct trace_block *b, const struct trace_visit *v)
{
    if (v->wall_cycles < b->min_cycles) {
        b->min_cycles = v->wall_cycles;
    }
    if (v->wall_cycles > b->max_cycles) {
        b->max_cycles = v->wall_cycles;
    }
#if CONFIG_TRACE_NET
    uint32_t net = v->wall_cycles - v->stolen_cycles;

    if (net < b->min_net_cycles) {
        b->min_net_cycles = net;
    }
    if (net > b->max_net_cycles) {
        b->max_net_cycles = net;
    }
    b->last_net_cycles = net;
    b->stolen_sum_cycles += v->stolen_cycles;
    b->children_sum_cycles += v->children_cycles;
#endif
#if CONFIG_TRACE_HISTOGRAM
    unsigned bits = v->wall_cycles != 0 ? 32u - (unsigned)__builtin_clz(v->wall_cycles) : 0;

    b->histogram[bits < TRACE_HISTOGRAM_BUCKETS ? bits : TRACE_HISTOGRAM_BUCKETS - 1]++;
#endif
}

void trace_block_visit(struct trace_block *b, const struct trace_visit *v)
{
    uint32_t state = block_lock(b);
    uint32_t mode = b->mode;
    struct trace_watched seen;

    if (mode != 0) { /* or it was switched off since the caller looked */
        add(b, v->wall_cycles);
        add_disturbed(b, v);
    }
    if (mode & TRACE_BLOCK_WATCHED) { /* by the time the lock is given back, others may have visited */
        seen = (struct trace_watched){
            .count = b->count,
            .wall_cycles = v->wall_cycles,
            .net_cycles = v->wall_cycles - v->stolen_cycles,
            .min_cycles = b->min_cycles,
            .max_cycles = b->max_cycles,
            .sum_cycles = b->sum_cycles,
        };
    }
    block_unlock(b, state);
    if (mode & TRACE_BLOCK_RECORDED) {
        record_block(b, v->wall_cycles);
    }
    if (mode & TRACE_BLOCK_WATCHED) {
        trace_watch_block(b, &seen);
    }
}

static __attribute__((noinline)) void record_any(struct trace_block *b, uint32_t cycles)
{
    const struct trace_visit v = {.wall_cycles = cycles};

    trace_block_visit(b, &v);
}

#if CONFIG_TRACE_NET
#define UPPER_EXTREME max_net_cycles
#else
#define UPPER_EXTREME max_cycles
#endif

void trace_block_record(struct trace_block *b, uint32_t cycles)
{
    uint32_t state = block_lock(b);

    if (__builtin_expect(b->mode == TRACE_BLOCK_ON, 1) && __builtin_expect(cycles >= b->min_cycles, 1) &&
        __builtin_expect(cycles <= b->UPPER_EXTREME, 1)) {
        add(b, cycles);
        block_unlock(b, state);
        return;
    }
    block_unlock(b, state);
    record_any(b, cycles);
}

uint64_t trace_block_diff(const struct trace_block *b)
{
    struct trace_block *locked = (struct trace_block *)b;
    uint32_t state = block_lock(locked);
    uint32_t last_cycles = b->last_cycles;

    block_unlock(locked, state);
    return trace_cycles_to_ns(last_cycles);
}

/* The numbers lie between the mode and the lock, which others look at without holding it. */
#define NUMBERS_BEGIN sizeof(uint32_t)
#if CONFIG_TRACE_HISTOGRAM
#define NUMBERS_END offsetof(struct trace_block, histogram)
#elif CONFIG_CPUS > 1
#define NUMBERS_END offsetof(struct trace_block, lock)
#else
#define NUMBERS_END sizeof(struct trace_block)
#endif

_Static_assert(offsetof(struct trace_block, mode) == 0 &&
                   offsetof(struct trace_block, left_unentered) == NUMBERS_BEGIN,
               "the mode comes first");

/* Knowing of the words the compiler copies in line, several at a time. */
static void copy_numbers(struct trace_block *to, const struct trace_block *from)
{
    memcpy(__builtin_assume_aligned((char *)to + NUMBERS_BEGIN, sizeof(uint32_t)),
           __builtin_assume_aligned((const char *)from + NUMBERS_BEGIN, sizeof(uint32_t)),
           NUMBERS_END - NUMBERS_BEGIN);
}

/* What a reader needs, of one moment. */
static void snapshot(struct trace_block *copy, struct trace_block *b)
{
    uint32_t state = block_lock(b);

    copy_numbers(copy, b);
    block_unlock(b, state);
}

void trace_block_get_stats(const struct trace_block *b, struct trace_block_stats *stats)
{
    struct trace_block c;

    snapshot(&c, (struct trace_block *)b);
    *stats = (struct trace_block_stats){
        .count = c.count,
        .left_unentered = c.left_unentered,
        .entered_unleft = c.entered_unleft,
    };
    if (c.count == 0) {
        return;
    }
    stats->last_ns = trace_cycles_to_ns(c.last_cycles);
    stats->min_ns = trace_cycles_to_ns(c.min_cycles);
    stats->max_ns = trace_cycles_to_ns(c.max_cycles);
    stats->sum_ns = trace_cycles_to_ns(c.sum_cycles);
    stats->avg_ns = trace_cycles_share_ns(c.sum_cycles, c.count);
#if CONFIG_TRACE_NET
    uint64_t net_sum = c.sum_cycles - c.stolen_sum_cycles;
    uint64_t self_sum = net_sum - c.children_sum_cycles;

    stats->net_last_ns = trace_cycles_to_ns(c.last_net_cycles);
    stats->net_min_ns = trace_cycles_to_ns(c.min_net_cycles);
    stats->net_max_ns = trace_cycles_to_ns(c.max_net_cycles);
    stats->net_sum_ns = trace_cycles_to_ns(net_sum);
    stats->net_avg_ns = trace_cycles_share_ns(net_sum, c.count);
    stats->self_sum_ns = trace_cycles_to_ns(self_sum);
    stats->self_avg_ns = trace_cycles_share_ns(self_sum, c.count);
#else
    stats->net_last_ns = stats->last_ns;
    stats->net_min_ns = stats->min_ns;
    stats->net_max_ns = stats->max_ns;
    stats->net_sum_ns = stats->self_sum_ns = stats->sum_ns;
    stats->net_avg_ns = stats->self_avg_ns = stats->avg_ns;
#endif
}

#if CONFIG_TRACE_NAMES

const struct trace_block_desc *trace_block_desc(const struct trace_block *b)
{
    array_spread_foreach_ptr (d, trace_block_descs) {
        if (d->block == b) {
            return d;
        }
    }
    return NULL;
}

struct trace_block *trace_block_find(const char *name)
{
    array_spread_foreach_ptr (d, trace_block_descs) {
        if (strcmp(d->name, name) == 0) {
            return d->block;
        }
    }
    return NULL;
}

#else

const struct trace_block_desc *trace_block_desc(const struct trace_block *b)
{
    (void)b;
    return NULL;
}

struct trace_block *trace_block_find(const char *name)
{
    (void)name;
    return NULL;
}

#endif

const char *trace_block_get_name(const struct trace_block *b)
{
    const struct trace_block_desc *d = trace_block_desc(b);

    return d != NULL ? d->name : "";
}

void trace_block_enable(struct trace_block *b, bool on)
{
    uint32_t state = block_lock(b);
    uint32_t mode = 0;

    if (on) {
        if (b->mode == 0) {
            hal_atomic_add(&trace_block_enables, 1);
        }
        mode = TRACE_BLOCK_MODE_ON | (trace_is_watched(b) ? TRACE_BLOCK_WATCHED : 0u) |
               (record_wanted_of_block(b) ? TRACE_BLOCK_RECORDED : 0u);
    }
    __atomic_store_n(&b->mode, mode, __ATOMIC_RELAXED);
    block_unlock(b, state);
}

void trace_block_reset(struct trace_block *b)
{
    static const struct trace_block fresh = TRACE_BLOCK_INIT;
    uint32_t state = block_lock(b);

    copy_numbers(b, &fresh);
#if CONFIG_TRACE_HISTOGRAM
    memset(b->histogram, 0, sizeof b->histogram);
#endif
    block_unlock(b, state);
    trace_watch_rearm(b);
}

#endif
