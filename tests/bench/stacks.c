/* SPDX-License-Identifier: BSD-2-Clause */
/* Events with stacks: instructions, by depth. */
#define BENCH_TURNS   4u
#define BENCH_PREPARE prepare
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/bench.h>

TRACE_EVENT_DEF(one, TRACE_USER, "value");

static struct trace_client client;

static void prepare(void)
{
    trace_rings_clear();
    trace_event(one, 0);
}

TEST("recording starts")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    CHECK_EQ(trace_event_set_depth(&one, 1), 0);
}

BENCH(event_stack, "depth_1", BENCH_COLD, trace_event(one, 7))

TEST("the stack depth is set to 4")
{
    CHECK_EQ(trace_event_set_depth(&one, 4), 0);
}

BENCH(event_stack, "depth_4", BENCH_COLD, trace_event(one, 7))
