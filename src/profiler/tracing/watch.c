/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conditions that are set, and the actions. A visitor reads the table while the shell changes it: an entry
 * is filled before its owner is stored, and its owner removed before it is filled anew.
 */
#include <errno.h>
#include <string.h>
#include <hal/atomic.h>
#include <profiler/tracing/watch.h>
#include <util/widen.h>
#include "watch_priv.h"

#if CONFIG_TRACE

ARRAY_SPREAD_DEF(struct trace_action, trace_actions);

struct trace_watch trace_watches_all[CONFIG_TRACE_WATCHES];

#define WATCHES_END (trace_watches_all + CONFIG_TRACE_WATCHES)

static const void *owner(const struct trace_watch *w)
{
    const struct trace_point *point = __atomic_load_n(&w->point, __ATOMIC_ACQUIRE);
    const struct trace_block *block = __atomic_load_n(&w->block, __ATOMIC_ACQUIRE);

    return point != NULL ? (const void *)point : block;
}

bool trace_is_watched(const void *point_or_block)
{
    for (const struct trace_watch *w = trace_watches_all; w < WATCHES_END; w++) {
        if (owner(w) == point_or_block) {
            return true;
        }
    }
    return false;
}

void trace_watch_rearm(const void *point_or_block)
{
    for (struct trace_watch *w = trace_watches_all; w < WATCHES_END; w++) {
        if (owner(w) == point_or_block) {
            w->held = 0;
        }
    }
}

static bool holds(enum trace_comparison comparison, uint64_t value, uint64_t threshold)
{
    switch (comparison) {
    case TRACE_ABOVE:
        return value > threshold;
    case TRACE_AT_LEAST:
        return value >= threshold;
    case TRACE_BELOW:
        return value < threshold;
    case TRACE_AT_MOST:
        return value <= threshold;
    case TRACE_EQUAL:
        return value == threshold;
    }
    return false;
}

/* Of one visit: fires each time. Of the statistics: when it turns true, by whoever turns it. */
static void look(struct trace_watch *w, uint64_t value)
{
    bool now = holds(w->condition.comparison, value, w->threshold);
    bool each_visit =
        w->condition.quantity == TRACE_QUANTITY_LAST || w->condition.quantity == TRACE_QUANTITY_NET;

    if (each_visit ? now : now && hal_atomic_cas(&w->held, 0, 1)) {
        hal_atomic_add(&w->fired, 1);
        w->action->run(w);
    } else if (!now) {
        w->held = 0;
    }
}

void trace_watch_point(struct trace_point *p)
{
    uint32_t count = hal_atomic_add(&p->count, 1);

    for (struct trace_watch *w = trace_watches_all; w < WATCHES_END; w++) {
        if (owner(w) == p) {
            look(w, count);
        }
    }
}

static uint64_t quantity_of(const struct trace_watch *w, uint32_t wall_cycles, uint32_t net_cycles)
{
    const struct trace_block *b = w->block;

    switch (w->condition.quantity) {
    case TRACE_QUANTITY_COUNT:
        return b->count;
    case TRACE_QUANTITY_LAST:
        return wall_cycles;
    case TRACE_QUANTITY_NET:
        return net_cycles;
    case TRACE_QUANTITY_MIN:
        return b->min_cycles;
    case TRACE_QUANTITY_MAX:
        return b->max_cycles;
    case TRACE_QUANTITY_AVG:
        return b->count != 0 ? b->sum_cycles / b->count : 0;
    }
    return 0;
}

void trace_watch_block(struct trace_block *b, uint32_t wall_cycles, uint32_t net_cycles)
{
    for (struct trace_watch *w = trace_watches_all; w < WATCHES_END; w++) {
        if (owner(w) == b) {
            look(w, quantity_of(w, wall_cycles, net_cycles));
        }
    }
}

/* Have the hot path come by, or not. */
static void refresh(struct trace_point *point, struct trace_block *block)
{
    if (point != NULL && trace_point_is_on(point)) {
        trace_point_enable(point, true);
    } else if (block != NULL && trace_block_is_on(block)) {
        trace_block_enable(block, true);
    }
}

/* The least number of cycles that lasts `ns`. */
static uint64_t cycles_of(uint64_t ns)
{
    const uint64_t ns_per_s = 1000000000;
    uint32_t hz = port_cycles_hz();

    return ns / ns_per_s * hz + (ns % ns_per_s * hz + ns_per_s - 1) / ns_per_s;
}

int trace_watch_set(struct trace_point *point, struct trace_block *block,
                    const struct trace_condition *condition, const struct trace_action *action)
{
    bool is_count = condition->quantity == TRACE_QUANTITY_COUNT;

    if (point != NULL && !is_count) {
        return -EINVAL;
    }
    for (struct trace_watch *w = trace_watches_all; w < WATCHES_END; w++) {
        if (owner(w) != NULL) {
            continue;
        }
        w->condition = *condition;
        w->threshold = is_count ? condition->threshold : cycles_of(condition->threshold);
        w->action = action;
        w->fired = w->held = 0;
        __atomic_store_n(&w->point, point, __ATOMIC_RELEASE);
        __atomic_store_n(&w->block, block, __ATOMIC_RELEASE);
        refresh(point, block);
        return 0;
    }
    return -ENOSPC;
}

unsigned trace_watch_clear(const struct trace_point *point, const struct trace_block *block)
{
    unsigned n = 0;

    for (struct trace_watch *w = trace_watches_all; w < WATCHES_END; w++) {
        if (owner(w) != NULL && w->point == point && w->block == block) {
            w->point = NULL;
            w->block = NULL;
            n++;
        }
    }
    if (n != 0) {
        refresh((struct trace_point *)point, (struct trace_block *)block);
    }
    return n;
}

const struct trace_action *trace_action_find(const char *name)
{
    array_spread_foreach_ptr (a, trace_actions) {
        if (strcmp(a->name, name) == 0) {
            return a;
        }
    }
    return NULL;
}

static void do_count(const struct trace_watch *w)
{
    (void)w; /* counted already */
}

static void do_disable(const struct trace_watch *w)
{
    if (w->point != NULL) {
        trace_point_enable(w->point, false);
    } else if (w->block != NULL) {
        trace_block_enable(w->block, false);
    }
}

static void do_reset(const struct trace_watch *w)
{
    if (w->point != NULL) {
        trace_point_reset(w->point);
    } else if (w->block != NULL) {
        trace_block_reset(w->block);
    }
}

static void do_stop(const struct trace_watch *w)
{
    (void)w;
    array_spread_foreach_ptr (p, trace_points) {
        trace_point_enable(p, false);
    }
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_block_enable(b, false);
    }
}

TRACE_ACTION("count", do_count, "only count how often");
TRACE_ACTION("disable", do_disable, "switch the point or block off");
TRACE_ACTION("reset", do_reset, "reset its numbers");
TRACE_ACTION("stop", do_stop, "switch all points and blocks off");

#endif
