/* SPDX-License-Identifier: BSD-2-Clause */
/* The order in which several rings are sent. */
#include <kernel/thread.h>
#include <spoor/core/ring.h>
#include <spoor/event.h>
#include <spoor/port/port.h>
#include <spoor/session.h>
#include <spoor/stream.h>
#include <test/test.h>

TRACE_EVENT_DEF(filler, TRACE_USER, "n");

#define IN_SUBBUF (TRACE_SUBBUF_ROOM / 2) /* a record has two words */

static void fill(unsigned cpu, unsigned subbufs)
{
    CHECK_EQ(thread_set_affinity(thread_self(), 1u << cpu), 0);
    for (uint32_t n = 0; n < subbufs * IN_SUBBUF; n++) {
        trace_event(filler, n);
    }
    CHECK_EQ(thread_set_affinity(thread_self(), 1), 0);
}

static uint32_t sent(unsigned cpu)
{
    uint32_t packets, records;

    CHECK(trace_stream_get_sent(cpu, &packets, &records));
    return records;
}

static void check_order(unsigned fuller, unsigned other)
{
    trace_stream_start(TRACE_USER);
    spoor_port_lock_drain(); /* the daemon waits */
    fill(fuller, 6);
    fill(other, 3);
    uint32_t first = sent(fuller), second = sent(other);

    (void)trace_session_step();
    CHECK(sent(fuller) - first >= (CONFIG_CPUS - 1) * (IN_SUBBUF - 3));
    CHECK(sent(other) - second <= 2 * IN_SUBBUF);
    for (unsigned n = 1; n < CONFIG_CPUS; n++) {
        (void)trace_session_step();
    }
    CHECK(sent(other) - second >= IN_SUBBUF - 3);
    spoor_port_unlock_drain();
    trace_stream_stop();
}

TEST("the fullest ring is sent first, whichever it is, and no ring waits for long")
{
    trace_stream_stop(); /* boot started it with all services */
    check_order(1, 2);
    check_order(2, 1);
    for (unsigned cpu = 1; cpu <= 2; cpu++) {
        test_note("emitted %u %u filler %u", cpu, (unsigned)(filler.header >> SPOOR_WIRE_TIME_BITS),
                  9 * (unsigned)IN_SUBBUF);
    }
}
