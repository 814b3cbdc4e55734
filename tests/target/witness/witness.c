/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The load. It doesn't depend on time: with the same arguments each function executes the same instructions,
 * whatever is traced. A debugger, or QEMU's device "loader", may switch tracing off by a number in
 * witness_off.
 */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/function.h>
#include <spoor/port/sampler.h>
#include <spoor/sample.h>
#include <spoor/stream.h>
#include <spoor/trace.h>
#include <test/test.h>
#include <util/array_spread.h>
#include "witness.h"

#define ROUNDS      24
#define STACK_BYTES (CONFIG_TRACE_FUNCTION ? 768 : 320)

/** Not 0: switch everything off that can be. Set before the start, and kept by it. */
__attribute__((section(".noinit.witness"))) volatile uint32_t witness_off;

static volatile uint32_t result; /* keeps the work */

/* ------------------------------------------------------------------ interrupts */

static volatile uint32_t handled;

static void on_line(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    handled++;
    result += visit_point_of_handler(handled) + visit_handler(handled);
}

static void pend(void)
{
    uint32_t before = handled;

    irqctl_pend(board.spare_lines[0]);
    while (handled == before) { /* the controller may take a few instructions */
    }
}

/* ------------------------------------------------------------------ threads */

static struct thread urgent, equal;
THREAD_STACK(urgent_stack, STACK_BYTES);
THREAD_STACK(equal_stack, STACK_BYTES);
static struct sem ping = SEM_INIT(ping, 0, 1), pong = SEM_INIT(pong, 0, 1), turn = SEM_INIT(turn, 0, 1);
static struct sem never = SEM_INIT(never, 0, 1); /* threads that have ended have no counts */

static void urgent_entry(void *arg)
{
    (void)arg;
    for (uint32_t n = 0; n < ROUNDS; n++) {
        (void)sem_wait(&ping, WAIT_FOREVER);
        result += visit_preempting(n);
    }
    (void)sem_wait(&never, WAIT_FOREVER);
}

static void wake_urgent(void)
{
    sem_post(&ping);
}

static void equal_entry(void *arg)
{
    (void)arg;
    for (uint32_t n = 0; n < ROUNDS; n++) {
        (void)sem_wait(&turn, WAIT_FOREVER);
        result += work_sort(n, n);
        sem_post(&pong);
    }
    (void)sem_wait(&never, WAIT_FOREVER);
}

static void create(struct thread *t, const char *name, void (*entry)(void *arg), int above, uint8_t *stack,
                   size_t bytes)
{
    const struct thread_attr attr = {
        .name = name,
        .entry = entry,
        .priority = (uint8_t)(CONFIG_MAIN_PRIORITY + above),
        .affinity = 1,
        .stack = stack,
        .stack_bytes = bytes,
    };

    REQUIRE(thread_create(t, &attr) == 0);
}

/* ------------------------------------------------------------------ the load */

/* Every block's visits happen without a pause: in exact mode the clock jumps while the CPU waits. */
static void blocks(void)
{
    uint32_t n;

    for (n = 0; n < ROUNDS; n++) {
        visit_point(n);
        result += visit_masked(n);
    }
    thread_sleep(1);
    for (n = 0; n < ROUNDS; n++) {
        result += visit_outer(n);
    }
    thread_sleep(1);
    for (n = 0; n < ROUNDS; n++) {
        result += visit_scoped(20 + n);
    }
    thread_sleep(1);
    for (n = 0; n < ROUNDS; n++) {
        result += visit_preempted(n, wake_urgent);
    }
    thread_sleep(1);
    if (board.spare_lines[0] != 0) {
        REQUIRE(irq_attach(board.spare_lines[0], 1, on_line, NULL, "witness") == 0);
        for (n = 0; n < ROUNDS; n++) {
            result += visit_interrupted(n, pend);
        }
    }
    thread_sleep(1);
}

static void sampled(void)
{
    for (uint32_t n = 0; n < 8 * ROUNDS; n++) {
        result += sampled_sum(1000 + n) + sampled_mix(600) + sampled_count(300);
        if (n % 32 == 0) {
            thread_sleep(1); /* the records are sent */
        }
    }
}

static void calls(void)
{
    result += call_fibonacci(7) + call_all(9);
}

static void all(void (*table)(bool run), void (*sampler)(bool run))
{
    create(&urgent, "urgent", urgent_entry, 2, urgent_stack, sizeof urgent_stack);
    create(&equal, "equal", equal_entry, 0, equal_stack, sizeof equal_stack);
    blocks();
    for (uint32_t n = 0; n < ROUNDS; n++) { /* the threads alternate */
        sem_post(&turn);
        (void)sem_wait(&pong, WAIT_FOREVER);
        result += work_sum(n, n);
    }
    thread_sleep(1);
    table(true);
    calls();
    table(false);
    thread_sleep(1);
    sampler(true);
    sampled();
    sampler(false);
}

/* ------------------------------------------------------------------ with the profiler, and without */

static void nothing(bool run)
{
    (void)run;
}

#if CONFIG_TRACE

static void sampler(bool run)
{
    if (!run) {
        trace_sampler_stop();
    } else if (board.spare_timer != NULL) {
        CHECK_EQ(trace_sampler_start(TRACE_SAMPLER_HZ_MAX), 0);
    }
}

#if CONFIG_TRACE_EVENTS

static void stop_stream(void)
{
    trace_stream_stop();
}

#else

static void stop_stream(void)
{
}

#endif

#if CONFIG_TRACE_FUNCTION
#define TABLE trace_function_table_run
#else
#define TABLE nothing
#endif

static void switch_off(void)
{
    stop_stream();
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_block_enable(b, false);
    }
    array_spread_foreach_ptr (p, trace_points) {
        trace_point_enable(p, false);
    }
}

TEST("a known load")
{
    if (witness_off) {
        switch_off();
        all(nothing, nothing);
    } else {
        all(TABLE, sampler);
    }
    freeze();
}

#else

TEST("a known load, without the profiler")
{
    all(nothing, nothing);
}

#endif
