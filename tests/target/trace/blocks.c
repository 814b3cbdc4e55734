/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace blocks on the target: threads, interrupts and the kernel's own blocks. */
#include <spoor/port/irq.h>
#include <drivers/irqctl.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/trace.h>
#include <test/jitter.h>
#include <test/test.h>

TRACE_BLOCK_DEF(shared);
TRACE_BLOCK_DEF(other);
TRACE_BLOCK_DEF(in_isr);

static struct trace_block_stats stats_of(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return s;
}

static void spin_us(uint32_t us)
{
    uint64_t end = clock_ns() + us * 1000ull;

    while (clock_ns() < end) {
    }
}

TEST("a block measures the same time as the clock")
{
    trace_block_reset(&shared);
    uint64_t before = clock_ns();

    trace_block_enter(&shared);
    spin_us(300);
    trace_block_leave(&shared);
    uint64_t around = clock_ns() - before;
    struct trace_block_stats s = stats_of(&shared);

    CHECK_EQ(s.count, 1);
    CHECK(s.last_ns >= 300000);
    CHECK(s.last_ns <= around);
    CHECK_EQ(s.min_ns, s.last_ns);
    CHECK_EQ(s.max_ns, s.last_ns);
    CHECK_EQ(s.avg_ns, s.last_ns);
    CHECK_EQ(trace_block_diff(&shared), s.last_ns);
}

static void sleep_inside(void *arg)
{
    trace_block_enter(&shared);
    thread_sleep((uint32_t)(uintptr_t)arg);
    trace_block_leave(&shared);
}

TEST("threads in the same block at the same time each measure their own time")
{
    static struct thread threads[3];
    static const uint32_t naps_ms[3] = {30, 20, 10}; /* the first to enter is the last to leave */
    static uint8_t stacks[3][THREAD_STACK_BYTES(512)] __attribute__((aligned(8)));

    trace_block_reset(&shared);
    for (int i = 0; i < 3; i++) {
        const struct thread_attr attr = {.name = "nap",
                                         .entry = sleep_inside,
                                         .arg = (void *)(uintptr_t)naps_ms[i],
                                         .priority = 12,
                                         .stack = stacks[i],
                                         .stack_bytes = sizeof stacks[i]};

        REQUIRE(thread_create(&threads[i], &attr) == 0);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(thread_join(&threads[i], NULL, 1000), 0);
    }
    struct trace_block_stats s = stats_of(&shared);

    CHECK_EQ(s.count, 3);
    CHECK(s.min_ns >= 10000000 && s.min_ns < 13000000);
    CHECK(s.max_ns >= 30000000 && s.max_ns < 33000000);
    CHECK(s.avg_ns >= 20000000 && s.avg_ns < 23000000);
    CHECK_EQ(s.unmatched_leave + s.unmatched_enter, 0);
}

static void enter_and_exit(void *arg)
{
    (void)arg;
    trace_block_enter(&shared);
    trace_block_enter(&other);
    trace_block_leave(&other);
}

TEST("a thread that ends inside a block is counted as a mismatch and has no other effect")
{
    static struct thread t;
    THREAD_STACK(stack, 512);
    const struct thread_attr attr = {
        .name = "quit", .entry = enter_and_exit, .priority = 12, .stack = stack, .stack_bytes = sizeof stack};

    trace_block_reset(&shared);
    trace_block_reset(&other);
    REQUIRE(thread_create(&t, &attr) == 0);
    CHECK_EQ(thread_join(&t, NULL, 1000), 0);
    CHECK_EQ(stats_of(&shared).unmatched_enter, 1);
    CHECK_EQ(stats_of(&shared).count, 0);
    CHECK_EQ(stats_of(&other).count, 1);
}

static void nested_visit(void)
{
    trace_block_enter(&in_isr);
    trace_block_enter(&shared);
    trace_block_leave(&shared);
    trace_block_leave(&in_isr);
}

TEST("one block open in a thread and in nested interrupts counts every visit")
{
    uint32_t visits = 0;

    trace_block_reset(&shared);
    trace_block_reset(&in_isr);
    if (jitter_start(10000, nested_visit, nested_visit) != 0) {
        test_skip("no spare timer");
    }
    while (jitter_inner_count() < 50) {
        trace_block_enter(&shared);
        trace_block_leave(&shared);
        visits++;
    }
    jitter_stop();
    uint32_t interrupts = jitter_outer_count() + jitter_inner_count();

    CHECK_EQ(stats_of(&in_isr).count, interrupts);
    CHECK_EQ(stats_of(&shared).count, visits + interrupts);
    CHECK_EQ(stats_of(&shared).unmatched_leave + stats_of(&shared).unmatched_enter, 0);
}

static void forgetful_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    trace_block_enter(&in_isr);
}

TEST("a block left open by an interrupt handler is counted as a mismatch and is not open in the thread")
{
    if (board.spare_lines[0] == 0) {
        test_skip("no spare line");
    }
    trace_block_reset(&in_isr);
    REQUIRE(irq_attach(board.spare_lines[0], 1, forgetful_isr, NULL, "forgetful") == 0);
    for (int i = 0; i < 3; i++) {
        irqctl_pend(board.spare_lines[0]);
        spin_us(10);
    }
    irq_detach(board.spare_lines[0]);
    CHECK_EQ(stats_of(&in_isr).unmatched_enter, 3);
    CHECK_EQ(stats_of(&in_isr).count, 0);
    trace_block_leave(&in_isr); /* the first unmatched leave may be ignored */
    trace_block_leave(&in_isr);
    CHECK(stats_of(&in_isr).unmatched_leave >= 1);
}

/* Compare two counts at one time. With several CPUs, repeat until no other CPU is between its two updates. */
static void check_agree(const struct trace_block *b, uint32_t (*kernels_count)(void), uint32_t least)
{
    uint32_t kernel, block;
    int tries = 100;

    do {
        uint32_t state = spoor_irq_save();

        kernel = kernels_count();
        block = b->count;
        spoor_irq_restore(state);
    } while (kernel != block && --tries > 0);
    CHECK_EQ(block, kernel);
    CHECK(block >= least);
}

TEST("interrupt_tb agrees with the kernel's count of interrupts")
{
    struct trace_block *b = trace_block_find("interrupt_tb");

    REQUIRE(b != NULL);
    thread_sleep(20);
    check_agree(b, irq_count, 20);
}

TEST("sched_switch_tb agrees with the kernel's count of switches")
{
    struct trace_block *b = trace_block_find("sched_switch_tb");

    REQUIRE(b != NULL);
    thread_sleep(5);
    check_agree(b, sched_switch_count, 2);
}
