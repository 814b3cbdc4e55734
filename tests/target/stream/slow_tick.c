/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tick period is so long that the 22 time bits of a record wrap several times in it. After such a period,
 * the first record is that of an interrupt's entry, before the tick has read the clock.
 */
#include <drivers/clock.h>
#include <kernel/thread.h>
#include <spoor/core/ring.h>
#include <spoor/stream.h>
#include <test/test.h>

#define TICKS 40

TEST("the first record after several wraps of the time bits has the right time")
{
    CHECK(clock_hz() / CONFIG_TICK_HZ > SPOOR_WIRE_TIME_MASK);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK(trace_rings[cpu].careful);
    }
    thread_sleep(TICKS * 1000 / CONFIG_TICK_HZ);
    trace_stream_flush();
    CHECK_EQ(trace_rings[0].dropped, 0);
    test_note("soon irq_enter kernel_tick %u %u", TICKS / 2, (unsigned)(clock_hz() / 10000));
}
