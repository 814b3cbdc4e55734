/* SPDX-License-Identifier: BSD-2-Clause */
/* A late tick: the time bits of a record wrapped before the tick ran, and later records must still get the
 * right time. */
#include <spoor/port/irq.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/test.h>
#include "walk.h"

#define WRAP (SPOOR_WIRE_TIME_MASK + UINT64_C(1))

TRACE_EVENT_DEF(ahead, TRACE_USER);
TRACE_EVENT_DEF(behind, TRACE_USER);

static struct {
    uint64_t ahead, tick, behind;
    uint32_t late, since;
} got;

static void keep(const struct walk_record *r)
{
    if (r->id == event_id_of(&ahead)) {
        got.ahead = r->time;
    } else if (r->id == event_id_of(&behind)) {
        got.behind = r->time;
    } else if (r->id == event_named("tick_late") && r->cpu == 0) {
        got.late++;
        got.tick = r->time;
        got.since = r->words[0];
    }
}

TEST("a late tick is reported, and later times are right")
{
    static struct trace_client client;

    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    walk_begin(SPOOR_WIRE_MODE_STREAM);
    REQUIRE(trace_client_register(&client, "late test") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_SWITCH | TRACE_USER), 0);
    trace_rings_stop(false);
    uint32_t state = spoor_irq_save();
    uint64_t begin = spoor_port_time();

    trace_event(ahead);
    uint32_t closed = trace_rings[0].closed;
    while (spoor_port_time() - begin < WRAP + WRAP / 8) {
    }
    spoor_irq_restore(state);
    thread_sleep(2);
    uint64_t now = spoor_port_time();

    trace_event(behind);
    /* Otherwise a stalled CPU would use up its ring with few records. */
    CHECK_EQ(trace_rings[0].closed, closed);
    CHECK_EQ(trace_client_unregister(&client), 0);
    walk_end(keep);
    trace_rings_stop(false);
    CHECK(got.ahead >= begin && got.ahead < begin + WRAP / 8);
    CHECK(got.tick >= begin + WRAP + WRAP / 8 && got.tick <= now);
    CHECK(got.behind >= now && got.behind < now + WRAP / 8);
    CHECK_EQ(got.late, 1);
    CHECK(got.since >= WRAP && got.since < 2 * WRAP);
}
