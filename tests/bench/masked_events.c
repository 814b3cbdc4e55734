/* SPDX-License-Identifier: BSD-2-Clause */
/* Events: how long they mask interrupts, depending on the state of the ring. */
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/filter.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/trace.h>
#include <spoor/visits.h>
#include "masked.h"

TRACE_EVENT_DEF(none, TRACE_USER);
TRACE_EVENT_DEF(one, TRACE_USER, "value");
TRACE_EVENT_DEF(six, TRACE_USER, "a", "b", "c", "d", "e", "f");
TRACE_DATA_DEF(bytes, TRACE_USER, "bytes:hex");
TRACE_POINT_DEF(recorded_point);
TRACE_BLOCK_DEF(recorded_block);

static struct trace_client client;
static const uint8_t data[TRACE_DATA_MAX] = "as much data as a record holds";

TEST("recording starts")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    CHECK_EQ(trace_point_set_recorded(&recorded_point, true), 0);
    CHECK_EQ(trace_block_set_recorded(&recorded_block, true), 0);
}

static void empty(void)
{
    trace_rings_clear();
}

static void in_part(void)
{
    trace_rings_clear();
    trace_event(none);
}

static void part_full(void)
{
    masked_fill(1);
}

static void ring_full(void)
{
    masked_fill(CONFIG_TRACE_RING_SUBBUFS);
}

static void leave_block(void)
{
    trace_block_enter(&recorded_block);
    trace_block_leave(&recorded_block);
}

MASKED("event_0", in_part, trace_event(none))
MASKED("event_u32", in_part, trace_event(one, 7))
MASKED("event_6", in_part, trace_event(six, 1, 2, 3, 4, 5, 6))
MASKED("event_first", empty, trace_event(one, 7))
MASKED("event_opens_subbuf", part_full, trace_event(one, 7))
MASKED("event_6_opens_subbuf", part_full, trace_event(six, 1, 2, 3, 4, 5, 6))
MASKED("event_dropped", ring_full, trace_event(one, 7))
MASKED("event_6_dropped", ring_full, trace_event(six, 1, 2, 3, 4, 5, 6))
MASKED("data", in_part, trace_data(bytes, data, sizeof data))
MASKED("data_opens_subbuf", part_full, trace_data(bytes, data, sizeof data))
MASKED("data_dropped", ring_full, trace_data(bytes, data, sizeof data))
MASKED("point_recorded", in_part, trace_point_set(&recorded_point))
MASKED("block_recorded", in_part, leave_block())

TEST("the ring is set to overwrite")
{
    CHECK_EQ(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE), 0);
}

MASKED("event_overwrites", ring_full, trace_event(one, 7))
MASKED("data_overwrites", ring_full, trace_data(bytes, data, sizeof data))

TEST("the ring is set to stop when full")
{
    CHECK_EQ(trace_rings_set_mode(SPOOR_WIRE_MODE_STOP), 0);
}

MASKED("event_stops", ring_full, trace_event(one, 7))

static void stopped(void)
{
    ring_full();
    trace_event(one, 7);
}

MASKED("event_stopped", stopped, trace_event(one, 7))

static void triggered(void)
{
    ring_full();
    trace_rings_trigger(CONFIG_TRACE_RING_SUBBUFS / 2);
}

MASKED("event_triggered", triggered, trace_event(one, 7))

TEST("a filter is set that excludes the record")
{
    trace_rings_clear();
    CHECK_EQ(trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM), 0);
    CHECK_EQ(trace_filter_cpu(0, true), 0);
}

MASKED("event_filtered", NULL, trace_event(one, 7))

TEST("the maximum number of threads is chosen")
{
    CHECK_EQ(trace_filter_cpu(0, false), 0);
    for (unsigned n = 0; n < TRACE_FILTER_THREADS; n++) {
        CHECK_EQ(trace_filter_thread(1000 + n, true), 0);
    }
}

MASKED("filter_switch", NULL, trace_filter_switch(1, 2))
MASKED("filter_enter", NULL, trace_filter_enter(2))
MASKED("filter_choose", NULL, trace_filter_thread(1000 + TRACE_FILTER_THREADS - 1, true))
MASKED("filter_clear", NULL, trace_filter_clear())
