/* SPDX-License-Identifier: BSD-2-Clause */
/* The tick, the reader and set-up: how long they mask interrupts. */
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include "masked.h"

TRACE_EVENT_DEF(fact, TRACE_USER, "value");

static struct trace_client client, another;
static struct trace_subbuf copy;

TEST("recording starts")
{
    REQUIRE(trace_client_register(&client, "bench ring") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    trace_rings_clear();
}

static void in_part(void)
{
    trace_rings_clear();
    trace_event(fact, 1);
}

static void idle(void)
{
    in_part();
    trace_ring_tick(false);
}

static void idle_longer(void)
{
    idle();
    trace_ring_tick(false);
}

static void wanted(void)
{
    in_part();
    trace_ring_want_close(0);
}

static void closed(void)
{
    wanted();
    trace_ring_tick(false);
}

MASKED("tick_busy", in_part, trace_ring_tick(false))
MASKED("tick_idle", idle, trace_ring_tick(false))
MASKED("tick_idle_longer", idle_longer, trace_ring_tick(false))
MASKED("tick_closes_subbuf", wanted, trace_ring_tick(false))
MASKED("ring_take", closed, trace_ring_take(0, &copy))
MASKED("ring_clear", closed, trace_rings_clear())
MASKED("ring_stop", in_part, trace_rings_stop(true))
MASKED("ring_resume", NULL, trace_rings_stop(false))
MASKED("ring_trigger", NULL, trace_rings_trigger(1))
MASKED("ring_pause", NULL, trace_ring_filter_cpu(0, false))
static void want_nothing(void)
{
    trace_service_stop(&client, TRACE_SERVICES_ALL);
}

static void want_much(void)
{
    /* Without TRACE_SWITCH, for which the kernel records the states of its threads under its own lock. */
    trace_service_start(&client, TRACE_SERVICES_ALL & ~(TRACE_IRQ | TRACE_SWITCH));
}

MASKED("service_start", want_nothing, want_much())
MASKED("service_stop", want_much, want_nothing())
MASKED("event_enable", NULL, trace_event_enable(&fact, false))

static void unregister(void)
{
    trace_client_unregister(&another);
}

MASKED("client_register", unregister, trace_client_register(&another, "another"))
static void reregister(void)
{
    trace_client_register(&another, "another");
}

MASKED("client_unregister", reregister, trace_client_unregister(&another))
