/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Points and blocks used from all CPUs at once, by pinned threads, by a jittered timer interrupt on each CPU,
 * and by inter-processor interrupts that nest in it. The expected counts are kept without the profiler, in a
 * separate word for each CPU and level.
 */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <spoor/port/irq.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <spoor/trace.h>
#include <test/test.h>
#include "pinned.h"

#define VISITS       20000
#define BURST        20 /* points in a row, so that CPUs collide in them */
#define RATE_HZ      8000
#define LEVEL_OUTER  2
#define LEVEL_NESTED 1

TRACE_POINT_DEF(shared_point);
TRACE_BLOCK_DEF(shared_block);
TRACE_BLOCK_DEF(scoped_block);

static struct {
    volatile uint32_t outer, nested;
    uint32_t lfsr;
} of[CONFIG_CPUS];

static void visit(void)
{
    for (int i = 0; i < BURST; i++) {
        trace_point_set(&shared_point);
    }
    trace_block_enter(&shared_block);
    trace_block_leave(&shared_block);
    TRACE_BLOCK_SCOPE(&scoped_block);
}

static uint32_t draw(uint32_t *lfsr)
{
    return *lfsr = *lfsr >> 1 ^ (-(*lfsr & 1) & 0x80200003u);
}

static void nested_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    of[hal_cpu_id()].nested++;
    visit();
}

static void outer_isr(unsigned line, void *arg)
{
    const struct timer_dev *t = arg;
    unsigned cpu = hal_cpu_id();
    uint32_t r = draw(&of[cpu].lfsr);

    (void)line;
    t->ops->ack(t);
    t->ops->start(t, RATE_HZ / 2 + r % RATE_HZ);
    of[cpu].outer++;
    irqctl_signal(r >> 8 & ALL_CPUS, IRQ_IPI_FREE);
    visit();
}

static void visit_many(void *arg)
{
    const struct timer_dev *t = board.spare_timer;

    (void)arg;
    CHECK_EQ(irq_enable_cpu(IRQ_IPI_FREE), 0);
    CHECK_EQ(irq_enable_cpu(t->line), 0);
    t->ops->start(t, RATE_HZ);
    pinned_meet();
    for (int i = 0; i < VISITS; i++) {
        visit();
    }
    pinned_meet();
    t->ops->stop(t);
    irqctl_disable(t->line);
    pinned_meet(); /* no CPU signals from here on */
    spin_us(100);
    irqctl_disable(IRQ_IPI_FREE);
}

TEST("with all CPUs and their interrupts, each visit to a point or block is counted exactly once")
{
    const struct timer_dev *t = board.spare_timer;
    uint32_t expected = CONFIG_CPUS * VISITS;
    struct trace_block_stats entered, scoped;

    trace_point_reset(&shared_point);
    trace_block_reset(&shared_block);
    trace_block_reset(&scoped_block);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        of[cpu].outer = of[cpu].nested = 0;
        of[cpu].lfsr = 0xACE1u + cpu;
    }
    REQUIRE(irq_attach(t->line, LEVEL_OUTER, outer_isr, (void *)t, "outer") == 0);
    REQUIRE(irq_attach(IRQ_IPI_FREE, LEVEL_NESTED, nested_isr, NULL, "nested") == 0);
    pinned_start_each(HIGH, visit_many);
    pinned_join(CONFIG_CPUS);
    irq_detach(t->line);
    irq_detach(IRQ_IPI_FREE);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK(of[cpu].outer > 10 && of[cpu].nested > 10);
        expected += of[cpu].outer + of[cpu].nested;
    }
    trace_block_get_stats(&shared_block, &entered);
    trace_block_get_stats(&scoped_block, &scoped);
    CHECK_EQ(trace_point_get_value(&shared_point), BURST * expected);
    CHECK_EQ(entered.count, expected);
    CHECK_EQ(scoped.count, expected);
    CHECK_EQ(entered.unmatched_leave + entered.unmatched_enter, 0);
    CHECK(entered.sum_ns / entered.count == entered.avg_ns);
}

TRACE_BLOCK_DEF(travel_tb);

static void travel(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < 10 * CONFIG_CPUS; i++) {
        unsigned from = i % CONFIG_CPUS;
        unsigned to = (i / CONFIG_CPUS + 1 + from) % CONFIG_CPUS;

        thread_set_affinity(thread_self(), ON(from));
        uint64_t before_ns = clock_ns();

        trace_block_enter(&travel_tb);
        uint64_t inside_ns = clock_ns();

        spin_us(50);
        thread_set_affinity(thread_self(), ON(to));
        CHECK_EQ(cpu_now(), to);
        spin_us(50);
        uint64_t least_ns = clock_ns() - inside_ns;

        trace_block_leave(&travel_tb);
        uint64_t most_ns = clock_ns() - before_ns;

        CHECK(trace_block_diff(&travel_tb) >= least_ns);
        CHECK(trace_block_diff(&travel_tb) <= most_ns);
    }
}

TEST("a block entered on one CPU and left on another measures the time between")
{
    struct trace_block_stats s;

    trace_block_reset(&travel_tb);
    pinned_start(0, 0, HIGH, travel, NULL);
    pinned_join(1);
    trace_block_get_stats(&travel_tb, &s);
    CHECK_EQ(s.count, 10 * CONFIG_CPUS);
    CHECK_EQ(s.unmatched_leave + s.unmatched_enter, 0);
    CHECK(s.min_ns >= 100000);
    CHECK(s.net_min_ns <= s.min_ns);
    /* Not the shortest: where CPUs run in parallel, the host may stop one within an interrupt of a visit. */
    CHECK(s.net_avg_ns >= 90000);
}

static struct sem never = SEM_INIT(never, 0, 1);
TRACE_BLOCK_DEF(in_travel_tb);

static void wander(void *arg)
{
    (void)arg;
    for (int i = 0; i < 300; i++) {
        trace_block_enter(&travel_tb);
        TRACE_BLOCK_SCOPE(&in_travel_tb);
        (void)sem_wait(&never, 1);
        trace_block_leave(&travel_tb);
    }
}

TEST("visits to blocks by threads that move between CPUs are all counted")
{
    struct trace_block_stats s;

    trace_block_reset(&travel_tb);
    trace_block_reset(&in_travel_tb);
    for (unsigned i = 0; i < THREADS; i++) {
        pinned_start(i, ALL_CPUS, LOW, wander, NULL);
    }
    pinned_join(THREADS);
    trace_block_get_stats(&travel_tb, &s);
    CHECK_EQ(s.count, 300 * THREADS);
    CHECK_EQ(s.unmatched_leave + s.unmatched_enter, 0);
    CHECK_EQ(in_travel_tb.count, 300 * THREADS);
}
