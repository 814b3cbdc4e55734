/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of triggers, and the built-in actions. Visits in any context and on any CPU read the table while
 * the shell changes it. Therefore a visit copies an entry, and claims it, with the table locked. This takes a
 * few instructions, and only if a condition is set. Actions run without the lock, on a copy.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <errno.h>
#include <spoor/core/lock.h>
#include "sink_priv.h"
#include <spoor/trigger.h>
#include <spoor/util/divide.h>
#include <spoor/util/text.h>
#include "block_priv.h"

struct trace_trigger trace_triggers[CONFIG_TRACE_TRIGGERS];

static struct trace_lock table;

#define NS_PER_S     UINT32_C(1000000000)
#define TRIGGERS_END (trace_triggers + CONFIG_TRACE_TRIGGERS)

/* Read without the lock, to skip entries of other points and blocks. Checked again under the lock. */
static const void *owner(const struct trace_trigger *t)
{
    const struct trace_point *point = __atomic_load_n(&t->point, __ATOMIC_RELAXED);
    const struct trace_block *block = __atomic_load_n(&t->block, __ATOMIC_RELAXED);

    return point != NULL ? (const void *)point : block;
}

static void set_owner_locked(struct trace_trigger *t, struct trace_point *point, struct trace_block *block)
{
    __atomic_store_n(&t->point, point, __ATOMIC_RELAXED);
    __atomic_store_n(&t->block, block, __ATOMIC_RELAXED);
}

static bool wants(const void *point_or_block)
{
    for (const struct trace_trigger *t = trace_triggers; t < TRIGGERS_END; t++) {
        if (owner(t) == point_or_block) {
            return true;
        }
    }
    return false;
}

static void rearm(const void *point_or_block)
{
    for (struct trace_trigger *t = trace_triggers; t < TRIGGERS_END; t++) {
        if (owner(t) == point_or_block) {
            uint32_t state = trace_lock(&table);

            t->held = 0;
            trace_unlock(&table, state);
        }
    }
}

/* Copy an entry. @return whether it still belongs to the point or block */
static bool take_copy(struct trace_trigger *copy, const struct trace_trigger *t, const void *point_or_block)
{
    if (owner(t) != point_or_block) {
        return false;
    }
    uint32_t state = trace_lock(&table);
    bool same = owner(t) == point_or_block;

    *copy = *t;
    trace_unlock(&table, state);
    return same;
}

/*
 * Compare `sum` with `count` times the threshold.
 *
 * @return above 0, below 0, or 0 if they are equal. Exact for any threshold, even between two cycles, and
 *         without a division.
 */
static int compare(uint64_t sum, uint32_t count, const struct trace_trigger *t)
{
    uint64_t whole, rest;

    if (__builtin_mul_overflow(t->threshold, (uint64_t)count, &whole) || sum < whole) {
        return -1;
    }
    rest = sum - whole;
    if (rest > count) {
        return 1;
    }
    rest *= NS_PER_S;
    uint64_t fraction = (uint64_t)t->threshold_fraction * count;

    return (rest > fraction) - (rest < fraction);
}

static bool holds(enum trace_comparison comparison, int order)
{
    switch (comparison) {
    case TRACE_ABOVE:
        return order > 0;
    case TRACE_AT_LEAST:
        return order >= 0;
    case TRACE_BELOW:
        return order < 0;
    case TRACE_AT_MOST:
        return order <= 0;
    case TRACE_EQUAL:
        return order == 0;
    }
    return false;
}

/*
 * Decide whether the trigger fires. A condition on one visit fires each time. A condition on the statistics
 * fires once, on the visit that makes it true.
 */
static bool claim(struct trace_trigger *t, struct trace_trigger *copy)
{
    bool each_visit =
        copy->condition.quantity == TRACE_QUANTITY_LAST || copy->condition.quantity == TRACE_QUANTITY_NET;
    uint32_t state = trace_lock(&table);
    bool mine = t->generation == copy->generation && (each_visit || t->held == 0);

    if (mine) {
        t->held = 1;
        copy->fired = ++t->fired;
    }
    trace_unlock(&table, state);
    return mine;
}

/*
 * Fire a trigger if its condition holds. Its own action doesn't fire it, because an action that visits its
 * block would call itself.
 */
static void evaluate(struct trace_trigger *t, struct trace_trigger *copy, uint64_t sum, uint32_t count)
{
    struct trace_context *c = spoor_port_context();
    uint32_t bit = UINT32_C(1) << (t - trace_triggers);

    if ((c->acting & bit) == 0 && holds(copy->condition.comparison, compare(sum, count, copy)) &&
        claim(t, copy)) {
        c->acting |= bit;
        copy->action->run(copy);
        c->acting &= ~bit;
    }
}

static void visited_point(struct trace_point *p, uint32_t count)
{
    struct trace_trigger copy;

    for (struct trace_trigger *t = trace_triggers; t < TRIGGERS_END; t++) {
        if (take_copy(&copy, t, p)) {
            evaluate(t, &copy, count, 1);
        }
    }
}

static uint64_t quantity_of(enum trace_quantity quantity, const struct trace_visited *seen)
{
    switch (quantity) {
    case TRACE_QUANTITY_COUNT:
        return seen->count;
    case TRACE_QUANTITY_LAST:
        return seen->longer != NULL ? seen->longer->wall_cycles : seen->wall_cycles;
    case TRACE_QUANTITY_NET:
        return seen->net_cycles;
    case TRACE_QUANTITY_MIN:
        return seen->longer != NULL ? seen->longer->min_cycles : seen->min_cycles;
    case TRACE_QUANTITY_MAX:
        return seen->longer != NULL ? seen->longer->max_cycles : seen->max_cycles;
    case TRACE_QUANTITY_AVG:
        return seen->sum_cycles;
    }
    return 0;
}

/* A mean is compared as the sum of all visits, any other quantity as the sum of one. */
static uint32_t summands_of(enum trace_quantity quantity, const struct trace_visited *seen)
{
    return quantity == TRACE_QUANTITY_AVG ? seen->count : 1;
}

static void visited_block(struct trace_block *b, const struct trace_visited *seen)
{
    struct trace_trigger copy;

    for (struct trace_trigger *t = trace_triggers; t < TRIGGERS_END; t++) {
        if (take_copy(&copy, t, b)) {
            evaluate(t, &copy, quantity_of(copy.condition.quantity, seen),
                     summands_of(copy.condition.quantity, seen));
        }
    }
}

/* Select the handler of a point or block again. If an action disables it meanwhile, it stays off. */
static void refresh(struct trace_point *point, struct trace_block *block)
{
    if (point != NULL) {
        trace_point_refresh(point);
    } else {
        trace_block_refresh(block);
    }
}

static const struct trace_sink sink = {wants, visited_point, visited_block, rearm};

int trace_trigger_set(struct trace_point *point, struct trace_block *block,
                      const struct trace_condition *condition, const struct trace_action *action)
{
    bool is_count = condition->quantity == TRACE_QUANTITY_COUNT;
    uint32_t hz = is_count ? NS_PER_S : spoor_port_cycles_hz(); /* a count is compared without conversion */
    uint32_t rest, fraction;
    uint64_t cycles = spoor_divide(condition->threshold, NS_PER_S, &rest) * hz;

    cycles += spoor_divide((uint64_t)rest * hz, NS_PER_S, &fraction);
    if (point != NULL && !is_count) {
        return -EINVAL;
    }
    for (struct trace_trigger *t = trace_triggers; t < TRIGGERS_END; t++) {
        if (owner(t) != NULL) {
            continue;
        }
        uint32_t state = trace_lock(&table);

        t->condition = *condition;
        t->threshold = cycles;
        t->threshold_fraction = fraction;
        t->action = action;
        t->fired = t->held = 0;
        t->generation++;
        set_owner_locked(t, point, block);
        trace_unlock(&table, state);
        trace_sink_register(TRACE_SINK_TRIGGER, &sink);
        refresh(point, block);
        return 0;
    }
    return -ENOSPC;
}

unsigned trace_trigger_clear(const struct trace_point *point, const struct trace_block *block)
{
    unsigned n = 0;

    for (struct trace_trigger *t = trace_triggers; t < TRIGGERS_END; t++) {
        if (owner(t) != NULL && t->point == point && t->block == block) {
            uint32_t state = trace_lock(&table);

            set_owner_locked(t, NULL, NULL);
            trace_unlock(&table, state);
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
    spoor_array_spread_foreach_ptr(a, trace_actions)
    {
        if (spoor_text_is(a->name, name)) {
            return a;
        }
    }
    return NULL;
}

static void do_count(const struct trace_trigger *t)
{
    (void)t; /* counted already */
}

static void do_disable(const struct trace_trigger *t)
{
    if (t->point != NULL) {
        trace_point_enable(t->point, false);
    } else if (t->block != NULL) {
        trace_block_enable(t->block, false);
    }
}

static void do_reset(const struct trace_trigger *t)
{
    if (t->point != NULL) {
        trace_point_reset(t->point);
    } else if (t->block != NULL) {
        trace_block_reset(t->block);
    }
}

static void do_stop(const struct trace_trigger *t)
{
    (void)t;
    spoor_array_spread_foreach_ptr(p, trace_points)
    {
        trace_point_enable(p, false);
    }
    spoor_array_spread_foreach_ptr(b, trace_blocks)
    {
        trace_block_enable(b, false);
    }
}

TRACE_ACTION("count", do_count, "only count how often");
TRACE_ACTION("disable", do_disable, "switch the point or block off");
TRACE_ACTION("reset", do_reset, "reset its numbers");
TRACE_ACTION("stop", do_stop, "switch all points and blocks off");

#endif
