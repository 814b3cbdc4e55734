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

TEST("the fullest ring is sent first, and no ring waits for long")
{
    trace_stream_stop(); /* boot started it with all services */
    trace_stream_start(TRACE_USER);
    spoor_port_lock_drain(); /* the daemon waits */
    fill(1, 6);
    fill(2, 3);
    uint32_t first = sent(1), second = sent(2);

    (void)trace_session_step();
    CHECK(sent(1) - first >= (CONFIG_CPUS - 1) * (IN_SUBBUF - 3));
    CHECK(sent(2) - second <= 2 * IN_SUBBUF);
    for (unsigned n = 1; n < CONFIG_CPUS; n++) {
        (void)trace_session_step();
    }
    CHECK(sent(2) - second >= IN_SUBBUF - 3);
    spoor_port_unlock_drain();
    trace_stream_stop();
    test_note("emitted 1 %u filler %u", (unsigned)(filler.header >> SPOOR_WIRE_TIME_BITS),
              6 * (unsigned)IN_SUBBUF);
    test_note("emitted 2 %u filler %u", (unsigned)(filler.header >> SPOOR_WIRE_TIME_BITS),
              3 * (unsigned)IN_SUBBUF);
}
