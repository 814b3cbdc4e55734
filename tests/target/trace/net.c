/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Net time: the time of a block without disturbances, under every kind of disturbance. A disturbance of known
 * length is compared with the same disturbance that ends at once: the difference excludes the kernel's share,
 * which can't be subtracted.
 */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/trace.h>
#include <test/test.h>

#define SPAN_US 300u
#define ROUNDS  5000u

/* Stamps are rounded to ticks, and code paths differ by a few instructions. Other CPUs may hold a lock for a
 * short time. */
#define SLACK_NS   (CONFIG_CPUS > 1 ? 400u : 200u)
#define SPIN_NS    5000u /* about one iteration of spin(), which divides */
#define OWN_MAX_NS 500u  /* allowance for the kernel's share; in exact mode, instructions count too */
#define STAMPS     1u    /* a time is the difference of two counts */

TRACE_BLOCK_DEF(disturbed);
TRACE_BLOCK_DEF(disturbed_isr);

struct visit {
    uint32_t wall_cycles, net_cycles;
};

static uint32_t span_us;

static void spin(void)
{
    uint64_t end = clock_ns() + span_us * UINT64_C(1000);

    while (clock_ns() < end) {
    }
}

static void work(void)
{
    for (volatile uint32_t i = 0; i < ROUNDS; i++) {
    }
}

/* Measure one visit, with the tick's interrupts off. */
static struct visit visit(void (*disturb)(void), uint32_t for_us)
{
    const struct timer_dev *tick = board.tick;

    span_us = for_us;
    trace_block_reset(&disturbed);
    trace_block_reset(&disturbed_isr);
    tick->ops->stop(tick);
    trace_block_enter(&disturbed);
    work();
    disturb();
    work();
    trace_block_leave(&disturbed);
    tick->ops->start(tick, CONFIG_TICK_HZ);
    CHECK_EQ(disturbed.count, 1);
    return (struct visit){disturbed.last_cycles, disturbed.last_cycles - disturbed.last_stolen_cycles};
}

static void nothing(void)
{
}

static uint32_t cycles_of_ns(uint64_t ns)
{
    return (uint32_t)(ns * clock_hz() / 1000000000u);
}

static bool about(uint32_t a, uint32_t b)
{
    uint32_t slack = cycles_of_ns(SLACK_NS);

    return a - b + slack <= 2 * slack;
}

/* `spans`: the number of spans spent inside the visit. */
static void check_net(void (*disturb)(void), unsigned spans)
{
    struct visit alone = visit(nothing, 0);
    struct visit shortly = visit(disturb, 0);
    struct visit longer = visit(disturb, SPAN_US);
    uint32_t own_cycles = shortly.net_cycles - alone.net_cycles;
    uint32_t span_cycles = cycles_of_ns(UINT64_C(1000) * SPAN_US * spans);
    uint32_t stolen_cycles = longer.wall_cycles - longer.net_cycles;

    test_note("undisturbed %lu ticks; disturbed %lu net and %lu wall", (unsigned long)alone.net_cycles,
              (unsigned long)longer.net_cycles, (unsigned long)longer.wall_cycles);
    CHECK_EQ(alone.wall_cycles, alone.net_cycles);
    CHECK(own_cycles <= cycles_of_ns(OWN_MAX_NS) + STAMPS);
    CHECK(about(longer.net_cycles, alone.net_cycles + own_cycles));
    CHECK(stolen_cycles + 3 >= span_cycles);
    CHECK(stolen_cycles <= span_cycles + cycles_of_ns(spans * SPIN_NS));
}

static void spin_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    spin();
}

/* Has its own block, in which the higher-priority interrupt occurs. */
static void nesting_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    trace_block_enter(&disturbed_isr);
    irqctl_pend(board.spare_lines[1]);
    trace_block_leave(&disturbed_isr);
    spin();
}

static void interrupted(void)
{
    irqctl_pend(board.spare_lines[0]);
}

TEST("the net time of an interrupted block is its undisturbed time")
{
    if (board.spare_lines[0] == 0) {
        test_skip("no spare line");
    }
    REQUIRE(irq_attach(board.spare_lines[0], 2, spin_isr, NULL, "spin") == 0);
    check_net(interrupted, 1);
    irq_detach(board.spare_lines[0]);
}

TEST("net time is right for a block under nested interrupts and for one in the interrupted interrupt")
{
    if (board.spare_lines[1] == 0) {
        test_skip("no spare lines");
    }
    REQUIRE(irq_attach(board.spare_lines[0], 2, nesting_isr, NULL, "nesting") == 0);
    REQUIRE(irq_attach(board.spare_lines[1], 0, spin_isr, NULL, "spin") == 0);
    check_net(interrupted, 2);
    CHECK_EQ(disturbed_isr.count, 1);
    CHECK(disturbed_isr.last_cycles + 3 >= cycles_of_ns(UINT64_C(1000) * SPAN_US));
    CHECK(disturbed_isr.last_cycles - disturbed_isr.last_stolen_cycles <= cycles_of_ns(OWN_MAX_NS) + STAMPS);
    irq_detach(board.spare_lines[1]);
    irq_detach(board.spare_lines[0]);
}

static struct sem wake;
static volatile bool stop;

static void spin_entry(void *arg)
{
    (void)arg;
    while (sem_wait(&wake, WAIT_FOREVER) == 0 && !stop) {
        spin();
    }
}

static void preempted(void)
{
    sem_post(&wake);
}

TEST("the net time of a block preempted by a higher-priority thread is its undisturbed time")
{
    static struct thread t;
    THREAD_STACK(stack, 512);
    const struct thread_attr attr = {.name = "spin",
                                     .entry = spin_entry,
                                     .priority = CONFIG_MAIN_PRIORITY + 2,
                                     .affinity = 1,
                                     .stack = stack,
                                     .stack_bytes = sizeof stack};

    stop = false;
    sem_init(&wake, 0, 1);
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    REQUIRE(thread_create(&t, &attr) == 0);
    check_net(preempted, 1);
    stop = true;
    sem_post(&wake);
    CHECK_EQ(thread_join(&t, NULL, 1000), 0);
}

TEST("the self time of a block is its net time minus that of the blocks inside")
{
    struct trace_block_stats s, inside;

    trace_block_reset(&disturbed);
    trace_block_reset(&disturbed_isr);
    for (int i = 0; i < 10; i++) {
        trace_block_enter(&disturbed);
        work();
        trace_block_enter(&disturbed_isr);
        work();
        trace_block_leave(&disturbed_isr);
        trace_block_leave(&disturbed);
    }
    trace_block_get_stats(&disturbed, &s);
    trace_block_get_stats(&disturbed_isr, &inside);
    CHECK_EQ(disturbed.children_sum_cycles, disturbed_isr.sum_cycles - disturbed_isr.stolen_sum_cycles);
    CHECK(s.self_avg_ns < s.net_avg_ns);
    CHECK(about(cycles_of_ns(s.net_avg_ns), cycles_of_ns(s.self_avg_ns + inside.net_avg_ns)));
}
