/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cost that the kernel's events add to a switch and to an interrupt: the difference with and without
 * their service.
 */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/bench.h>

/* Number of rounds whose records fit into one sub-buffer. */
#define ROUNDS 20
#define RUNS   20

static struct trace_client client;
static struct thread partner;
THREAD_STACK(partner_stack, 512);
static volatile bool over;

TRACE_EVENT_DEF(opener, TRACE_USER);

static void partner_entry(void *arg)
{
    (void)arg;
    while (!over) {
        thread_yield();
    }
}

static void yields(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        thread_yield();
    }
}

/* Average instructions of a run with these services on and a sub-buffer open. The longest run is left out:
 * with several CPUs, an interrupt may occur in it. */
static uint32_t timed(void (*fn)(void), uint32_t services)
{
    uint64_t sum = 0, longest = 0;

    trace_service_start(&client, services);
    for (int run = 0; run < RUNS; run++) {
        trace_rings_clear();
        trace_service_start(&client, TRACE_USER);
        trace_event(opener);
        trace_service_stop(&client, TRACE_USER);
        uint64_t time = bench_time(fn);

        sum += time;
        longest = time > longest ? time : longest;
    }
    trace_service_stop(&client, services);
    return (uint32_t)((sum - longest) / (RUNS - 1));
}

TEST("event_switch: the cost of the record of a switch")
{
    const struct thread_attr attr = {
        .name = "partner",
        .entry = partner_entry,
        .priority = (uint8_t)thread_priority(thread_self()),
        .stack = partner_stack,
        .stack_bytes = sizeof partner_stack,
    };

    REQUIRE(trace_client_register(&client, "bench kernel") == 0);
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    REQUIRE(thread_create(&partner, &attr) == 0);
    uint32_t off = timed(yields, 0);
    uint32_t on = timed(yields, TRACE_SWITCH);

    bench_report("event_switch", "on", "instructions", (on - off) / (2 * ROUNDS));
    over = true;
    CHECK_EQ(thread_join(&partner, NULL, 1000), 0);
}

static void nothing(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
}

static void interrupts(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        irqctl_pend(board.spare_lines[0]);
    }
}

TEST("irq_enter_exit: the cost of the records of an interrupt")
{
    if (board.spare_lines[0] == 0) {
        test_skip("no spare line");
    }
    REQUIRE(irq_attach(board.spare_lines[0], 1, nothing, NULL, "bench") == 0);
    uint32_t off = timed(interrupts, 0);
    uint32_t on = timed(interrupts, TRACE_IRQ);

    bench_report("irq_enter_exit", "on", "instructions", (on - off) / ROUNDS);
    irq_detach(board.spare_lines[0]);
}
