/* SPDX-License-Identifier: BSD-2-Clause */
/* Events with stacks: how long they mask interrupts. */
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include "masked.h"

TRACE_EVENT_DEF(none, TRACE_USER);
TRACE_EVENT_DEF(one, TRACE_USER, "value");
TRACE_DATA_DEF(bytes, TRACE_USER, "bytes:hex");

static struct trace_client client;
static const uint8_t data[TRACE_DATA_MAX] = "as much data as a record holds";

static void empty(void)
{
    trace_rings_clear();
}

static void in_part(void)
{
    trace_rings_clear();
    trace_event(none);
}

static void ring_full(void)
{
    masked_fill(CONFIG_TRACE_RING_SUBBUFS);
}

/* A stack about as deep as the maximum recorded, including the frames of the test. */
static __attribute__((noinline, noclone)) uint32_t deep(uint32_t frames)
{
    uint32_t result = 0;

    if (frames == 0) {
        trace_event(one, 7);
    } else {
        result = deep(frames - 1) + 1;
    }
    __asm__ volatile("" : "+r"(result)); /* prevents a tail call */
    return result;
}

TEST("recording starts, with the maximum stack depth")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    CHECK_EQ(trace_event_set_depth(&one, TRACE_EVENT_DEPTH), 0);
}

MASKED("event_stack_deep", in_part, deep(10))

TEST("the stack depth is set to 2: unwinding masks nothing and takes long")
{
    CHECK_EQ(trace_event_set_depth(&one, 2), 0);
    CHECK_EQ(trace_event_set_depth(&bytes, 2), 0);
}

MASKED("event_stack", in_part, trace_event(one, 7))
MASKED("event_stack_opens_subbuf", empty, trace_event(one, 7))
MASKED("event_stack_dropped", ring_full, trace_event(one, 7))
MASKED("data_stack", in_part, trace_data(bytes, data, sizeof data))

TEST("the ring is set to overwrite")
{
    CHECK_EQ(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE), 0);
}

MASKED("event_stack_overwrites", ring_full, trace_event(one, 7))
