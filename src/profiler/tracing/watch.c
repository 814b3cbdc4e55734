/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conditions that are set, and the actions. Visitors of any context and CPU look at the table while the shell
 * changes it, so whatever they go by is copied, and decided upon, with the table's lock held: for a few
 * instructions, and only where a condition is set. Actions run without it, on a copy.
 */
#include <errno.h>
#include <string.h>
#include <hal/atomic.h>
#include <profiler/tracing/watch.h>
#include <util/widen.h>
#include "watch_priv.h"

#if CONFIG_TRACE

ARRAY_SPREAD_DEF(struct trace_action, trace_actions);

struct trace_watch trace_watches[CONFIG_TRACE_WATCHES];

#if CONFIG_CPUS > 1
static uint32_t table_held; /* between CPUs */
#endif

#define WATCHES_END (trace_watches + CONFIG_TRACE_WATCHES)

static uint32_t table_lock(void)
{
    uint32_t state = port_lock();

#if CONFIG_CPUS > 1
    while (__atomic_exchange_n(&table_held, 1, __ATOMIC_ACQUIRE) != 0) {
        HAL_RELAX();
    }
#endif
    return state;
}

static void table_unlock(uint32_t state)
{
#if CONFIG_CPUS > 1
    __atomic_store_n(&table_held, 0, __ATOMIC_RELEASE);
#endif
    port_unlock(state);
}

/* Good for passing by what is others'; who means to use the entry looks again with the lock held. */
static const void *owner(const struct trace_watch *w)
{
    const struct trace_point *point = __atomic_load_n(&w->point, __ATOMIC_RELAXED);
    const struct trace_block *block = __atomic_load_n(&w->block, __ATOMIC_RELAXED);

    return point != NULL ? (const void *)point : block;
}

static void set_owner_locked(struct trace_watch *w, struct trace_point *point, struct trace_block *block)
{
    __atomic_store_n(&w->point, point, __ATOMIC_RELAXED);
    __atomic_store_n(&w->block, block, __ATOMIC_RELAXED);
}

bool trace_is_watched(const void *point_or_block)
{
    for (const struct trace_watch *w = trace_watches; w < WATCHES_END; w++) {
        if (owner(w) == point_or_block) {
            return true;
        }
    }
    return false;
}

void trace_watch_rearm(const void *point_or_block)
{
    for (struct trace_watch *w = trace_watches; w < WATCHES_END; w++) {
        if (owner(w) == point_or_block) {
            uint32_t state = table_lock();

            w->held = 0;
            table_unlock(state);
        }
    }
}

/* Copy an entry if it is still its owner's. */
static bool take_copy(struct trace_watch *copy, const struct trace_watch *w, const void *point_or_block)
{
    if (owner(w) != point_or_block) {
        return false;
    }
    uint32_t state = table_lock();
    bool same = owner(w) == point_or_block;

    *copy = *w;
    table_unlock(state);
    return same;
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
static bool claim(struct trace_watch *w, struct trace_watch *copy)
{
    bool each_visit =
        copy->condition.quantity == TRACE_QUANTITY_LAST || copy->condition.quantity == TRACE_QUANTITY_NET;
    uint32_t state = table_lock();
    bool mine = w->generation == copy->generation && (each_visit || w->held == 0);

    if (mine) {
        w->held = 1;
        copy->fired = ++w->fired;
    }
    table_unlock(state);
    return mine;
}

static void look(struct trace_watch *w, struct trace_watch *copy, uint64_t value, uint64_t threshold)
{
    if (holds(copy->condition.comparison, value, threshold) && claim(w, copy)) {
        copy->action->run(copy);
    }
}

void trace_watch_point(struct trace_point *p, uint32_t count)
{
    struct trace_watch copy;

    for (struct trace_watch *w = trace_watches; w < WATCHES_END; w++) {
        if (take_copy(&copy, w, p)) {
            look(w, &copy, count, copy.threshold);
        }
    }
}

static uint64_t quantity_of(enum trace_quantity quantity, const struct trace_watched *seen)
{
    switch (quantity) {
    case TRACE_QUANTITY_COUNT:
        return seen->count;
    case TRACE_QUANTITY_LAST:
        return seen->wall_cycles;
    case TRACE_QUANTITY_NET:
        return seen->net_cycles;
    case TRACE_QUANTITY_MIN:
        return seen->min_cycles;
    case TRACE_QUANTITY_MAX:
        return seen->max_cycles;
    case TRACE_QUANTITY_AVG:
        return seen->sum_cycles;
    }
    return 0;
}

/* What the quantity is compared with: instead of the mean, the sum with as many thresholds; exact, and no
 * division. */
static uint64_t threshold_of(const struct trace_watch *w, const struct trace_watched *seen)
{
    if (w->condition.quantity != TRACE_QUANTITY_AVG) {
        return w->threshold;
    }
    return w->threshold <= UINT32_MAX ? w->threshold * seen->count : UINT64_MAX;
}

void trace_watch_block(struct trace_block *b, const struct trace_watched *seen)
{
    struct trace_watch copy;

    for (struct trace_watch *w = trace_watches; w < WATCHES_END; w++) {
        if (take_copy(&copy, w, b)) {
            look(w, &copy, quantity_of(copy.condition.quantity, seen), threshold_of(&copy, seen));
        }
    }
}

/* Have the hot path come by, or not. An action may switch it off at any moment, and off it stays. */
static void refresh(struct trace_point *point, struct trace_block *block)
{
    uint32_t state = port_lock();

    if (point != NULL && trace_point_is_on(point)) {
        trace_point_enable(point, true);
    } else if (block != NULL && trace_block_is_on(block)) {
        trace_block_enable(block, true);
    }
    port_unlock(state);
}

/*
 * A time in whole cycles such that comparing with it comes to the same as comparing with the time: between
 * two cycles, what is above the lower one or below the upper one, and none that is equal.
 */
static uint64_t cycles_of(uint64_t ns, enum trace_comparison comparison)
{
    const uint64_t ns_per_s = 1000000000;
    uint32_t hz = port_cycles_hz();
    uint64_t fraction = ns % ns_per_s * hz;
    uint64_t whole = ns / ns_per_s * hz + fraction / ns_per_s;

    if (fraction % ns_per_s == 0 || comparison == TRACE_ABOVE || comparison == TRACE_AT_MOST) {
        return whole;
    }
    return comparison == TRACE_EQUAL ? UINT64_MAX : whole + 1;
}

int trace_watch_set(struct trace_point *point, struct trace_block *block,
                    const struct trace_condition *condition, const struct trace_action *action)
{
    bool is_count = condition->quantity == TRACE_QUANTITY_COUNT;
    uint64_t threshold =
        is_count ? condition->threshold : cycles_of(condition->threshold, condition->comparison);

    if (point != NULL && !is_count) {
        return -EINVAL;
    }
    for (struct trace_watch *w = trace_watches; w < WATCHES_END; w++) {
        if (owner(w) != NULL) {
            continue;
        }
        uint32_t state = table_lock();

        w->condition = *condition;
        w->threshold = threshold;
        w->action = action;
        w->fired = w->held = 0;
        w->generation++;
        set_owner_locked(w, point, block);
        table_unlock(state);
        refresh(point, block);
        return 0;
    }
    return -ENOSPC;
}

unsigned trace_watch_clear(const struct trace_point *point, const struct trace_block *block)
{
    unsigned n = 0;

    for (struct trace_watch *w = trace_watches; w < WATCHES_END; w++) {
        if (owner(w) != NULL && w->point == point && w->block == block) {
            uint32_t state = table_lock();

            set_owner_locked(w, NULL, NULL);
            table_unlock(state);
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
