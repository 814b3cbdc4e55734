/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace blocks: where a duration goes, and what the shell asks of it. The hot path neither divides nor
 * allocates: five numbers, updated together with interrupts masked; means and units are the reader's work.
 */
#include <string.h>
#include <hal/atomic.h>
#include <profiler/tracing/trace.h>
#include "block_priv.h"
#include "cycles_priv.h"

#if CONFIG_TRACE

ARRAY_SPREAD_DEF_RW(struct trace_block, trace_blocks);
ARRAY_SPREAD_DEF(struct trace_block_desc, trace_block_descs);

uint32_t trace_block_enables;

void trace_block_record(struct trace_block *b, uint32_t cycles)
{
    uint32_t state = port_lock();
    uint32_t low = b->sum_cycles_low + cycles;

    b->sum_cycles_high += low < cycles;
    b->sum_cycles_low = low;
    b->count++;
    b->last_cycles = cycles;
    if (cycles > b->max_cycles) {
        b->max_cycles = cycles;
    }
    if (~cycles > b->min_cycles_inverted) {
        b->min_cycles_inverted = ~cycles;
    }
    port_unlock(state);
}

void trace_block_leave_scoped(struct trace_block *b, uint32_t begin_cycles)
{
    trace_block_record(b, port_cycles() - begin_cycles);
}

uint64_t trace_block_diff(const struct trace_block *b)
{
    return trace_cycles_to_ns(b->last_cycles);
}

/* What a reader needs at one moment. */
static struct trace_block snapshot(const struct trace_block *b)
{
    uint32_t state = port_lock();
    struct trace_block copy = *b;

    port_unlock(state);
    return copy;
}

void trace_block_get_stats(const struct trace_block *b, struct trace_block_stats *stats)
{
    struct trace_block c = snapshot(b);
    uint64_t sum = (uint64_t)c.sum_cycles_high << 32 | c.sum_cycles_low;

    *stats = (struct trace_block_stats){
        .count = c.count,
        .left_unentered = c.left_unentered,
        .entered_unleft = c.entered_unleft,
    };
    if (c.count != 0) {
        stats->last_ns = trace_cycles_to_ns(c.last_cycles);
        stats->min_ns = trace_cycles_to_ns(~c.min_cycles_inverted);
        stats->max_ns = trace_cycles_to_ns(c.max_cycles);
        stats->sum_ns = trace_cycles_to_ns(sum);
        stats->avg_ns = trace_cycles_share_ns(sum, c.count);
    }
}

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

const char *trace_block_get_name(const struct trace_block *b)
{
    const struct trace_block_desc *d = trace_block_desc(b);

    return d != NULL ? d->name : "";
}

void trace_block_enable(struct trace_block *b, bool on)
{
    if (on && !b->on) {
        hal_atomic_add(&trace_block_enables, 1);
    }
    b->on = on;
}

void trace_block_reset(struct trace_block *b)
{
    uint32_t state = port_lock();

    *b = (struct trace_block){.on = b->on};
    port_unlock(state);
}

#endif
