/* SPDX-License-Identifier: BSD-2-Clause */
/* A flight recorder and a fault. The printed notes name the last events for crash.check. */
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/test.h>

#define STEPS 1000

TRACE_EVENT_DEF(step, TRACE_USER, "n");

static struct trace_client client;
static struct thread culprit;
THREAD_STACK(stack, 1024);

#if CONFIG_TRACE_RING_MEMORY
/* Twice the static size: crash.check finds more steps than would fit there. */
static struct trace_subbuf memory[CONFIG_CPUS][2 * CONFIG_TRACE_RING_SUBBUFS];

static void choose_memory(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        REQUIRE(trace_ring_memory(cpu, memory[cpu], sizeof memory[cpu]) == (long)sizeof memory[cpu]);
    }
}
#else
static void choose_memory(void)
{
}
#endif

static void fail(void *arg)
{
    (void)arg;
    for (uint32_t n = 1; n <= STEPS; n++) {
        trace_event(step, n);
        if (n % 100 == 0) {
            thread_sleep(1);
        }
    }
    __builtin_trap();
}

TEST("a thread faults while the flight recorder runs")
{
    const struct thread_attr attr = {
        .name = "culprit",
        .entry = fail,
        .priority = CONFIG_MAIN_PRIORITY,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };

    choose_memory();
    REQUIRE(trace_client_register(&client, "crash") == 0);
    REQUIRE(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE) == 0);
    REQUIRE(trace_service_start(&client, TRACE_SERVICES_ALL & ~(uint32_t)TRACE_FUNCTION) == 0);
    REQUIRE(thread_create(&culprit, &attr) == 0);
    test_note("last step %u", STEPS);
    test_note("faulting thread %s", attr.name);
    thread_join(&culprit, NULL, WAIT_FOREVER);
}
