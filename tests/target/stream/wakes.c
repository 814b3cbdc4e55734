/* SPDX-License-Identifier: BSD-2-Clause */
/* Tokens are passed around all CPUs from thread to thread, so that threads on each CPU are constantly woken
 * from the others. The decoded events must be in order: no thread may run before it was woken. Marks are
 * counted independently and printed at the end for decoded.check:
 *
 *     # emitted CPU ID NAME COUNT
 */
#include <hal/cpu.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/test.h>

#define BURSTS 40 /* short bursts: on a busy host a burst takes long, and ticks fill the rings */
#define TURNS  25 /* of a token in a burst */
#define TOKENS 3

TRACE_EVENT_DEF(taken, TRACE_USER, "turn");

/* A thread on each CPU; only that thread updates its count. */
static struct place {
    struct thread thread;
    struct sem tokens;
    uint32_t taken;
} places[CONFIG_CPUS];
static uint8_t stacks[CONFIG_CPUS][THREAD_STACK_BYTES(1024)] __attribute__((aligned(8)));

static void pass_on(void *arg)
{
    struct place *p = arg;
    struct place *next = p + 1 < places + CONFIG_CPUS ? p + 1 : places;

    for (uint32_t turn = 0; turn < TURNS * TOKENS; turn++) {
        sem_wait(&p->tokens, WAIT_FOREVER);
        trace_event(taken, turn);
        p->taken++;
        sem_post(&next->tokens);
    }
}

static void burst(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sem_init(&places[cpu].tokens, cpu == 0 ? TOKENS : 0, TOKENS);
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct thread_attr attr = {
            .name = "place",
            .entry = pass_on,
            .arg = &places[cpu],
            .priority = CONFIG_MAIN_PRIORITY,
            .affinity = (uint8_t)(1u << cpu),
            .stack = stacks[cpu],
            .stack_bytes = sizeof stacks[cpu],
        };

        REQUIRE(thread_create(&places[cpu].thread, &attr) == 0);
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK_EQ(thread_join(&places[cpu].thread, NULL, WAIT_FOREVER), 0);
    }
}

TEST("threads wake each other across CPUs, and every event is sent")
{
    for (unsigned n = 0; n < BURSTS; n++) {
        burst();
        trace_stream_flush(); /* before the rings are full: a loss would hide an error */
    }
    trace_stream_stop();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK_EQ(trace_rings[cpu].dropped, 0);
        CHECK_EQ(places[cpu].taken, BURSTS * TURNS * TOKENS);
        test_note("emitted %u %u taken %lu", cpu, (unsigned)(taken.header >> SPOOR_WIRE_TIME_BITS),
                  (unsigned long)places[cpu].taken);
    }
}
