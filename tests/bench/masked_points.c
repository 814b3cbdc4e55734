/* SPDX-License-Identifier: BSD-2-Clause */
/* Points and blocks with net time: how long they mask interrupts. */
#include <spoor/service.h>
#include <spoor/trace.h>
#include <spoor/trigger.h>
#include "masked.h"

TRACE_POINT_DEF(point);
TRACE_POINT_DEF(point_special);
TRACE_BLOCK_DEF(block);
TRACE_BLOCK_DEF(block_special);

static inline void pair(struct trace_block *b)
{
    trace_block_enter(b);
    trace_block_leave(b);
}

static inline void scoped(struct trace_block *b)
{
    TRACE_BLOCK_SCOPE(b);
    BENCH_COLD;
}

static void forget(void)
{
    trace_block_reset(&block);
}

static void fill_context(void)
{
    trace_context_abandon(spoor_port_context());
    for (unsigned n = 0; n < CONFIG_TRACE_DEPTH; n++) {
        trace_block_enter(&block);
    }
}

/* The effect that an interrupt in a visit has on the visit's context. */
static void disturbed(void)
{
    trace_block_enter(&block);
    trace_context_suspend(spoor_port_context(), 0);
    trace_context_resume(spoor_port_context(), 1);
    trace_block_leave(&block);
}

static void nested(void)
{
    trace_block_enter(&block);
    pair(&block_special);
    trace_block_leave(&block);
}

static struct trace_block_stats stats;

MASKED("point", NULL, trace_point_set(&point))
MASKED("block", NULL, pair(&block))
MASKED("block_extreme", forget, pair(&block))
MASKED("block_disturbed", NULL, disturbed())
MASKED("block_nested", NULL, nested())
MASKED("block_unmatched", NULL, trace_block_leave(&block))
MASKED("block_beyond_depth", fill_context, trace_block_enter(&block))
MASKED("block_abandoned", fill_context, trace_context_abandon(spoor_port_context()))
MASKED("block_scoped", NULL, scoped(&block))
MASKED("block_record", NULL, trace_block_record(&block, 1))
MASKED("block_stats", NULL, trace_block_get_stats(&block, &stats))
MASKED("block_reset", NULL, trace_block_reset(&block))
MASKED("block_enable", NULL, trace_block_enable(&block, true))

static void counted(const struct trace_trigger *w)
{
    (void)w;
}

TRACE_ACTION("nothing", counted, "for the measurement");

TEST("the maximum number of conditions is set, all true at each visit")
{
    const struct trace_action *action = trace_action_find("nothing");
    const struct trace_condition any_count = {TRACE_QUANTITY_COUNT, TRACE_AT_LEAST, 0};
    const struct trace_condition any_time = {TRACE_QUANTITY_LAST, TRACE_AT_LEAST, 0};

    CHECK_EQ(trace_trigger_set(&point_special, NULL, &any_count, action), 0);
    for (unsigned n = 1; n < CONFIG_TRACE_TRIGGERS; n++) {
        CHECK_EQ(trace_trigger_set(NULL, &block_special, &any_time, action), 0);
    }
}

static void rearm(void)
{
    trace_point_reset(&point_special);
}

MASKED("point_triggers", rearm, trace_point_set(&point_special))
MASKED("block_triggers", NULL, pair(&block_special))

TEST("the conditions are removed")
{
    CHECK_EQ(trace_trigger_clear(&point_special, NULL), 1);
    CHECK_EQ(trace_trigger_clear(NULL, &block_special), CONFIG_TRACE_TRIGGERS - 1);
}
