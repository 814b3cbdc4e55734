/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * With CONFIG_TRACE 0 the whole interface compiles, evaluates no arguments, and returns what it would return
 * if nothing had been defined.
 */
#include <spoor/event.h>
#include <spoor/cost.h>
#include <spoor/trace.h>
#include <spoor/trigger.h>
#include <test/test.h>
#include "off.h"

TRACE_POINT_DEF(point);
TRACE_POINT_DEF(other_point, "two words");
TRACE_BLOCK_DEF(block);

static unsigned evaluated;

/* No macro may evaluate this. */
static inline void *side_effect(void)
{
    evaluated++;
    return NULL;
}

static void react(const struct trace_trigger *w)
{
    evaluated += w->fired;
}

TRACE_ACTION("react", react, "never");

TEST("points and blocks evaluate no argument")
{
    evaluated = 0;
    trace_point(side_effect());
    trace_point_set(side_effect());
    trace_point_enable(side_effect(), side_effect() != NULL);
    trace_point_reset(side_effect());
    trace_block_enter(side_effect());
    trace_block_leave(side_effect());
    trace_block_record(side_effect(), evaluated++);
    trace_block_enable(side_effect(), evaluated++ != 0);
    trace_block_reset(side_effect());
    {
        TRACE_BLOCK_SCOPED(scope);
        TRACE_BLOCK_SCOPE(side_effect());
    }
    CHECK_EQ(evaluated, 0);
}

TEST("numbers are 0, names are empty, and nothing is found or on")
{
    struct trace_block_stats stats = {.count = 7};

    evaluated = 0;
    CHECK_EQ(trace_point_get_value(side_effect()), 0);
    CHECK_STR(trace_point_get_name(side_effect()), "");
    CHECK_STR(trace_point_get_location_func(side_effect()), "");
    CHECK(trace_point_desc(side_effect()) == NULL);
    CHECK(trace_point_find(side_effect()) == NULL);
    CHECK(!trace_point_is_on(side_effect()));
    CHECK_EQ(trace_block_diff(side_effect()), 0);
    CHECK_STR(trace_block_get_name(side_effect()), "");
    CHECK(trace_block_desc(side_effect()) == NULL);
    CHECK(trace_block_find(side_effect()) == NULL);
    CHECK(!trace_block_is_on(side_effect()));
    trace_block_get_stats(side_effect(), &stats);
    CHECK_EQ(stats.count, 0);
    CHECK_EQ(evaluated, 0);
}

TEST("conditions, costs and events evaluate no argument")
{
    TRACE_EVENT_DEF(event, 1, a, b);

    evaluated = 0;
    CHECK(trace_condition_parse(side_effect(), side_effect(), side_effect()) < 0);
    CHECK(trace_trigger_set(side_effect(), side_effect(), side_effect(), side_effect()) < 0);
    CHECK_EQ(trace_trigger_clear(side_effect(), side_effect()), 0);
    CHECK(trace_action_find(side_effect()) == NULL);
    trace_costs_measure();
    CHECK(trace_costs() == NULL);
    trace_block_stats_less_own(side_effect());
    trace_event(event, evaluated++, side_effect());
    CHECK_EQ(evaluated, 0);
}

TEST("code with disabled tracing works like code without")
{
    static const int values[] = {3, 1, 4, 1, 5};

    CHECK_EQ(code_with_tracing(values, 5), code_without(values, 5));
}
