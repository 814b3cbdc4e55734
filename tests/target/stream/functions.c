/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions called by a thread on each CPU and by interrupts, with stacks for the events in them. The emitted
 * ones are counted independently and printed for the host to compare: see stream.c.
 */
#include <hal/cpu.h>
#include <spoor/port/irq.h>
#include <kernel/thread.h>
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/jitter.h>
#include <test/test.h>
#include "layers.h"
#include "load.h"

#define NORMAL_ROUNDS   150
#define OVERLOAD_ROUNDS 5000
#define DEPTH           6
/* Few enough to fill the ring between two calls: the host's analyses disagree about a call cut by a loss. */
#define SINGLE_CALLS 4

static volatile uint32_t calls[CONFIG_CPUS], events[CONFIG_CPUS], stacks[CONFIG_CPUS];

static void count(uint32_t functions)
{
    uint32_t state = spoor_irq_save();
    unsigned cpu = hal_cpu_id();

    calls[cpu] += functions;
    events[cpu]++;
    stacks[cpu] += (layers_event->flags & TRACE_EVENT_DEPTH) != 0;
    spoor_irq_restore(state);
}

static void from_interrupt(void)
{
    count(1);
    layers_bottom(0);
}

static void round_of_calls(uint32_t n)
{
    count(3);
    layers_top(n + 1);
}

static uint32_t lost(unsigned id)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sum += trace_losses[cpu][id];
    }
    return sum;
}

TEST("at normal load neither functions nor stacks are lost")
{
    trace_stream_start(TRACE_SERVICES_ALL);
    CHECK_EQ(trace_event_set_depth(layers_event, DEPTH), 0);
    (void)jitter_start(300, from_interrupt, NULL);
    load_run(round_of_calls, NORMAL_ROUNDS, 2);
    jitter_stop();
    trace_stream_flush();
    CHECK_EQ(lost(SPOOR_WIRE_ID_ENTER) + lost(SPOOR_WIRE_ID_LEAVE) + lost(SPOOR_WIRE_ID_STACK), 0);
}

TEST("functions lost under overload are counted")
{
    CHECK_EQ(trace_event_set_depth(layers_event, 0), 0); /* no stack is emitted for a lost event */
    for (unsigned n = 0; n < SINGLE_CALLS; n++) {
        from_interrupt();
    }
    load_run(round_of_calls, OVERLOAD_ROUNDS, 0);
    trace_stream_flush();
    CHECK(lost(SPOOR_WIRE_ID_ENTER) > 0);
    CHECK(lost(SPOOR_WIRE_ID_LEAVE) > 0);
}

TEST("the emitted counts are printed")
{
    trace_stream_stop();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        test_note("emitted %u %u enter %lu", cpu, SPOOR_WIRE_ID_ENTER, (unsigned long)calls[cpu]);
        test_note("emitted %u %u leave %lu", cpu, SPOOR_WIRE_ID_LEAVE, (unsigned long)calls[cpu]);
        test_note("emitted %u %u stack %lu", cpu, SPOOR_WIRE_ID_STACK, (unsigned long)stacks[cpu]);
        test_note("emitted %u %u reached %lu", cpu, (unsigned)(layers_event->header >> SPOOR_WIRE_TIME_BITS),
                  (unsigned long)events[cpu]);
    }
}
