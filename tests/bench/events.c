/* SPDX-License-Identifier: BSD-2-Clause */
/* Events in the ring: instructions. Each run starts with an empty ring and stays in its first sub-buffer. */
#define BENCH_TURNS   20u
#define BENCH_PREPARE prepare
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/bench.h>

TRACE_EVENT_DEF(none, TRACE_USER);
TRACE_EVENT_DEF(one, TRACE_USER, "value");
TRACE_EVENT_DEF(two, TRACE_USER, "a", "b");
TRACE_EVENT_DEF(three, TRACE_USER, "a", "b", "c");

static struct trace_client client;

/* Opens a sub-buffer, so that opening one is not measured. */
static void prepare(void)
{
    trace_rings_clear();
    trace_event(none);
}

BENCH(event_u32_off, "cold", BENCH_COLD, trace_event(one, 7))

TEST("recording starts")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
}

BENCH(event_u32_on, "cold", BENCH_COLD, trace_event(one, 7))
BENCH(event_u32_on, "hot", BENCH_HOT, trace_event(one, 7))
BENCH(event_0_on, "cold", BENCH_COLD, trace_event(none))
BENCH(event_2_on, "cold", BENCH_COLD, trace_event(two, 7, 8))
BENCH(event_3_on, "cold", BENCH_COLD, trace_event(three, 7, 8, 9))
