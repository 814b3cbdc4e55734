/* SPDX-License-Identifier: BSD-2-Clause */
/* Waits of a thread, with stacks of the switches. */
#include <kernel/sync.h>
#include <spoor/port/kernel_events.h>
#include <spoor/service.h>
#include <spoor/stream.h>
#include <test/test.h>

#define WAITS 5

static struct sem never;

__attribute__((noipa)) void switched_waits(void);
void switched_waits(void)
{
    for (unsigned n = 0; n < WAITS; n++) {
        (void)sem_wait(&never, 10);
    }
}

TEST("waits are streamed with the stacks of their switches")
{
    sem_init(&never, 0, 1);
    CHECK_EQ(trace_event_set_depth(&sched_switch, 8), 0);
    trace_stream_start(TRACE_SERVICES_ALL);
    switched_waits();
    trace_stream_stop();
    CHECK_EQ(trace_event_set_depth(&sched_switch, 0), 0);
    test_note("shown sched_switch reason=sem next=");
    test_note("shown switched_waits");
}
