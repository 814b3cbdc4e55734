/* SPDX-License-Identifier: BSD-2-Clause */
/* Trigger actions that affect the recording of events. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_VISITS

#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/trigger.h>

TRACE_EVENT_DEF(triggered, TRACE_USER, "by:ptr", "fired");

static void do_record(const struct trace_trigger *t)
{
    const void *by = t->point != NULL ? (const void *)t->point : t->block;

    trace_event(triggered, (uintptr_t)by, t->fired);
}

static void do_freeze(const struct trace_trigger *t)
{
    (void)t;
    trace_rings_trigger(trace_ring_subbufs(&trace_rings[0]) / 2);
}

TRACE_ACTION("record", do_record, "record an event, triggered");
TRACE_ACTION("freeze", do_freeze, "stop recording events once half of the ring is new");

#endif
