/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's built-in blocks agree with the kernel's own counters. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <spoor/port/irq.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <spoor/trace.h>
#include <test/jitter.h>
#include <test/test.h>
#include "worker.h"

#if CONFIG_TRACE

/* With several CPUs, the comparison is repeated, since another CPU may have updated only one of the counters.
 */
#define TRIES (CONFIG_CPUS > 1 ? 100 : 1)

static void check_counts(void)
{
    struct trace_block *irq = trace_block_find("interrupt_tb");
    struct trace_block *sw = trace_block_find("sched_switch_tb");
    uint32_t irqs, irq_visits, switches, switch_visits;

    REQUIRE(irq != NULL && sw != NULL);
    for (int tries = 0; tries < TRIES; tries++) {
        uint32_t state = spoor_irq_save();

        irqs = irq_count();
        irq_visits = irq->count;
        switches = sched_switch_count();
        switch_visits = sw->count;
        spoor_irq_restore(state);
        if (irqs == irq_visits && switches == switch_visits) {
            break;
        }
        thread_sleep(1);
    }
    CHECK(irqs > 0 && switches > 0);
    CHECK_EQ(irqs, irq_visits);
    CHECK_EQ(switches, switch_visits);
}

static void again(unsigned line, void *arg)
{
    (void)line;
    if (arg != NULL) {
        irqctl_pend(*(const uint16_t *)arg);
    }
}

static void busy(void *arg)
{
    (void)arg;
    for (int i = 0; i < 200; i++) {
        irqctl_pend(board.spare_lines[0]);
        if (i % 8 == 0) {
            thread_yield();
        }
        if (i % 50 == 0) {
            thread_sleep(1);
        }
    }
}

TEST("interrupt_tb and sched_switch_tb agree with the kernel's counts since boot")
{
    test_needs_lines(2);
    check_counts();
    CHECK_EQ(irq_attach(board.spare_lines[0], 2, again, (void *)&board.spare_lines[1], "outer"), 0);
    CHECK_EQ(irq_attach(board.spare_lines[1], 1, again, NULL, "inner"), 0);
    for (unsigned i = 0; i < 3; i++) {
        worker_start(i, MID, busy, NULL);
    }
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
        check_counts();
    }
    irq_detach(board.spare_lines[0]);
    irq_detach(board.spare_lines[1]);
}

TRACE_BLOCK_DEF(of_main_tb);
TRACE_BLOCK_DEF(left_by_exit_tb);

static void leave_of_main(void *arg)
{
    (void)arg;
    trace_block_leave(&of_main_tb);
    trace_block_enter(&left_by_exit_tb);
}

TEST("a thread has its own trace context, which ends with it")
{
    trace_block_enter(&of_main_tb);
    worker_start(0, HIGH, leave_of_main, NULL);
    CHECK_EQ(of_main_tb.count, 0);
    trace_block_leave(&of_main_tb);
    CHECK_EQ(of_main_tb.count, 1);
    worker_join(0);
    CHECK_EQ(left_by_exit_tb.unmatched_enter, 1);
}

#if CONFIG_TRACE_NET

static void spend(void)
{
    uint32_t begin = spoor_port_cycles();

    while (spoor_port_cycles() - begin < clock_hz() / 50000) {
    }
}

static void short_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
}

TRACE_BLOCK_DEF(interrupted_tb);
TRACE_BLOCK_DEF(interrupted_scope_tb);

static void check_stolen(const struct trace_block *b)
{
    struct trace_block_stats stats;

    trace_block_get_stats(b, &stats);
    CHECK_EQ(stats.count, 20000);
    CHECK(stats.max_ns >= 20000); /* the long interrupt did occur */
    CHECK(stats.net_max_ns <= stats.max_ns);
    CHECK(stats.net_max_ns < 20000);
    CHECK(stats.net_sum_ns <= stats.sum_ns);
}

/* The long interrupt can occur at any instruction of the short interrupt's entry and exit, and of enter and
 * leave. */
TEST("an interrupt at the entry or exit of another is subtracted once, not twice")
{
    test_needs_lines(2);
    if (jitter_start(10000, spend, NULL) != 0) {
        test_skip("no spare timer");
    }
    REQUIRE(irq_attach(board.spare_lines[1], 3, short_isr, NULL, "short") == 0);
    for (int i = 0; i < 20000; i++) {
        trace_block_enter(&interrupted_tb);
        irqctl_pend(board.spare_lines[1]);
        trace_block_leave(&interrupted_tb);
        TRACE_BLOCK_SCOPE(&interrupted_scope_tb);
        irqctl_pend(board.spare_lines[1]);
    }
    jitter_stop();
    irq_detach(board.spare_lines[1]);
    check_stolen(&interrupted_tb);
    check_stolen(&interrupted_scope_tb);
}

#endif

TEST("each phase of boot is timed once")
{
    static const char *const names[] = {"boot_drivers_tb", "boot_kernel_tb", "boot_services_tb",
                                        "boot_app_tb"};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct trace_block *b = trace_block_find(names[i]);
        struct trace_block_stats stats;

        REQUIRE(b != NULL);
        trace_block_get_stats(b, &stats);
        CHECK_EQ(stats.count, 1);
        CHECK(stats.last_ns < 1000000000);
    }
}

#endif
