/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread that records for many ticks without waiting, at a higher priority than the trace daemon. */
#include <kernel/thread.h>
#include <kernel/timer.h>
#include <spoor/core/ring.h>
#include <spoor/event.h>
#include <spoor/stream.h>
#include <test/test.h>

TRACE_EVENT_DEF(busy, TRACE_USER, "n");

#define TICKS 40

static uint32_t lost(void)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sum += trace_rings[cpu].dropped;
    }
    return sum;
}

TEST("a ring that fills is sent at a higher priority, and loses nothing")
{
    const unsigned tick_records = CONFIG_TRACE_RING_SUBBUFS * TRACE_SUBBUF_ROOM / 2 / 4; /* a quarter */
    uint32_t n = 0;

    if (CONFIG_CPUS > 1) {
        test_skip("the daemon may run on another CPU, which the emulator gives no time meanwhile");
    }
    trace_stream_stop(); /* boot started it with all services */
    CHECK_EQ(thread_set_affinity(thread_self(), 1), 0);
    trace_stream_start(TRACE_USER);
    for (unsigned tick = 0; tick < TICKS; tick++) {
        uint64_t begin = timer_ticks();

        for (unsigned i = 0; i < tick_records; i++) {
            trace_event(busy, n);
            n++;
        }
        while (timer_ticks() == begin) {
        }
    }
    CHECK_EQ(lost(), 0);
    trace_stream_stop();
    test_note("emitted 0 %u busy %u", (unsigned)(busy.header >> SPOOR_WIRE_TIME_BITS), (unsigned)n);
}
