/* SPDX-License-Identifier: BSD-2-Clause */
/* Statistics of a block for readers: in ns, for visits of any length. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <spoor/trace.h>
#include "block_priv.h"
#include "cycles_priv.h"
#include "long_priv.h"

/* Statistics of visits of any length, in cycles. */
struct totals {
    uint32_t count, unmatched_leave, unmatched_enter, too_long;
    uint64_t last, min, max, sum;
    uint64_t net_last, net_min, net_max, net_sum, self_sum;
};

static void take_short(struct totals *t, const struct trace_block *c)
{
    t->count = c->count;
    t->unmatched_leave = c->unmatched_leave;
    t->unmatched_enter = c->unmatched_enter;
    t->last = c->last_cycles;
    t->min = c->min_cycles;
    t->max = c->max_cycles;
    t->sum = c->sum_cycles;
#if CONFIG_TRACE_NET
    t->net_last = c->last_cycles - c->last_stolen_cycles;
    t->net_min = c->min_net_cycles;
    t->net_max = c->max_net_cycles;
    t->net_sum = c->sum_cycles - c->stolen_sum_cycles;
    t->self_sum = t->net_sum - c->children_sum_cycles;
#endif
}

static uint64_t minimum(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t maximum(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void add_long(struct totals *t, const struct trace_long *l)
{
    if (t->count == l->wall.after) {
        t->last = l->wall.last_cycles;
        t->net_last = l->net.last_cycles;
    }
    t->min = t->count == 0 ? l->wall.min_cycles : minimum(t->min, l->wall.min_cycles);
    t->max = l->wall.max_cycles;
    t->sum += l->wall.sum_cycles;
    t->net_min = t->count == 0 ? l->net.min_cycles : minimum(t->net_min, l->net.min_cycles);
    t->net_max = maximum(t->net_max, l->net.max_cycles);
    t->net_sum += l->net.sum_cycles;
    t->self_sum += l->net.sum_cycles - l->net.children_sum_cycles;
    t->count += l->wall.count;
}

static void take(struct totals *t, const struct trace_block *b)
{
    struct trace_block copy;
    struct trace_long l;

    *t = (struct totals){0};
    spoor_block_snapshot(&copy, b);
    take_short(t, &copy);
    if (trace_long_get(b, &l)) {
        t->too_long = l.wall.too_long;
    }
    if (l.wall.count != 0) {
        add_long(t, &l);
    }
}

void trace_block_get_stats(const struct trace_block *b, struct trace_block_stats *stats)
{
    struct totals t;

    take(&t, b);
    *stats = (struct trace_block_stats){
        .count = t.count,
        .unmatched_leave = t.unmatched_leave,
        .unmatched_enter = t.unmatched_enter,
        .too_long = t.too_long,
    };
    if (t.count == 0) {
        return;
    }
    stats->last_ns = trace_cycles_to_ns(t.last);
    stats->min_ns = trace_cycles_to_ns(t.min);
    stats->max_ns = trace_cycles_to_ns(t.max);
    stats->sum_ns = trace_cycles_to_ns(t.sum);
    stats->avg_ns = trace_cycles_share_ns(t.sum, t.count);
#if CONFIG_TRACE_NET
    stats->net_last_ns = trace_cycles_to_ns(t.net_last);
    stats->net_min_ns = trace_cycles_to_ns(t.net_min);
    stats->net_max_ns = trace_cycles_to_ns(t.net_max);
    stats->net_sum_ns = trace_cycles_to_ns(t.net_sum);
    stats->net_avg_ns = trace_cycles_share_ns(t.net_sum, t.count);
    stats->self_sum_ns = trace_cycles_to_ns(t.self_sum);
    stats->self_avg_ns = trace_cycles_share_ns(t.self_sum, t.count);
#else
    stats->net_last_ns = stats->last_ns;
    stats->net_min_ns = stats->min_ns;
    stats->net_max_ns = stats->max_ns;
    stats->net_sum_ns = stats->self_sum_ns = stats->sum_ns;
    stats->net_avg_ns = stats->self_avg_ns = stats->avg_ns;
#endif
}

uint64_t trace_block_diff(const struct trace_block *b)
{
    struct totals t;

    take(&t, b);
    return trace_cycles_to_ns(t.last);
}

#endif
