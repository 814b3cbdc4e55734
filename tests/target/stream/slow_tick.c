/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ticks so far apart that the 22 bits of time in a record wrap several times between them. The record of an
 * interrupt's entry comes first after that time, before the tick has looked at the clock.
 */
#include <drivers/clock.h>
#include <kernel/thread.h>
#include <spoor/core/ring.h>
#include <spoor/stream.h>
#include <test/test.h>

#define TICKS 40

TEST("records come first after a time that wraps")
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
