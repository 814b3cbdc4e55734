/* SPDX-License-Identifier: BSD-2-Clause */
/* The function table on the target: counts and times of a known tree of calls. */
#include <errno.h>
#include <string.h>
#include <kernel/thread.h>
#include <spoor/function.h>
#include <test/jitter.h>
#include <test/test.h>
#include "tree.h"

#define ADDRESS(fn) ((uint32_t)(fn))

static struct trace_function row(uint32_t fn)
{
    struct trace_function f;

    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, &f) == 0 && (f.fn & ~1u) == (fn & ~1u)) {
            return f;
        }
    }
    return (struct trace_function){0};
}

static uint32_t to_us(uint64_t cycles)
{
    return (uint32_t)(cycles / (spoor_port_cycles_hz() / 1000000));
}

/* True within 10 %: ticks take a share of the time, and functions last a little longer than asked. */
static bool about(uint32_t us, uint32_t expected_us)
{
    return us * 10 >= expected_us * 9 && us * 10 <= expected_us * 11;
}

static void begin(void)
{
    trace_function_table_reset();
    trace_function_table_run(true);
}

static void end(void)
{
    trace_function_table_run(false);
}

static void check_no_losses(void)
{
    struct trace_function_losses l;

    trace_function_table_losses(&l);
    CHECK_EQ(l.full, 0);
    CHECK_EQ(l.too_deep, 0);
}

TEST("the table counts each function's visits")
{
    struct trace_function f;

    begin();
    tree_root();
    tree_root();
    end();
    tree_root();
    CHECK_EQ(row(ADDRESS(tree_root)).count, 2);
    CHECK_EQ(row(ADDRESS(tree_branch)).count, 2);
    CHECK_EQ(row(ADDRESS(tree_leaf)).count, 6);
    CHECK_EQ(row(ADDRESS(tree_plain)).count, 0);
    CHECK_EQ(trace_function_table_get(CONFIG_TRACE_FUNCTION_TABLE, &f), -EINVAL);
    check_no_losses();
}

TEST("total time includes called functions, self time doesn't, max is the longest visit")
{
    begin();
    tree_outer(300, 100);
    tree_outer(100, 200);
    end();
    struct trace_function outer = row(ADDRESS(tree_outer)), inner = row(ADDRESS(tree_lasting));

    CHECK_EQ(outer.count, 2);
    CHECK_EQ(inner.count, 2);
    CHECK_EQ(outer.total_cycles, outer.self_cycles + inner.total_cycles);
    CHECK_EQ(inner.total_cycles, inner.self_cycles);
    CHECK(about(to_us(outer.self_cycles), 400));
    CHECK(about(to_us(inner.total_cycles), 300));
    CHECK(about(to_us(outer.max_cycles), 400));
    CHECK(about(to_us(inner.max_cycles), 200));
}

TEST("the total time of a recursion is that of its outermost visit")
{
    begin();
    tree_again(CONFIG_TRACE_FUNCTION_DEPTH - 1);
    end();
    struct trace_function f = row(ADDRESS(tree_again));

    CHECK_EQ(f.count, CONFIG_TRACE_FUNCTION_DEPTH);
    CHECK_EQ(f.total_cycles, f.self_cycles);
    CHECK_EQ(f.total_cycles, f.max_cycles);
    check_no_losses();
}

TEST("visits beyond the maximum depth are counted as too deep and disturb no others")
{
    struct trace_function_losses l;

    begin();
    tree_again(CONFIG_TRACE_FUNCTION_DEPTH + 2);
    tree_leaf();
    end();
    trace_function_table_losses(&l);
    CHECK_EQ(l.too_deep, 3);
    CHECK_EQ(row(ADDRESS(tree_again)).count, CONFIG_TRACE_FUNCTION_DEPTH);
    CHECK_EQ(row(ADDRESS(tree_leaf)).count, 1);
}

TEST("a full table counts the visits that it misses")
{
    struct trace_function_losses l;
    uint32_t found = 0;

    begin();
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned i = 0; i < TREE_MANY; i++) {
            tree_many[i]();
        }
    }
    end();
    for (unsigned i = 0; i < TREE_MANY; i++) {
        uint32_t count = row(ADDRESS(tree_many[i])).count;

        CHECK(count == 0 || count == 2);
        found += count;
    }
    trace_function_table_losses(&l);
    CHECK_EQ(found, 2 * CONFIG_TRACE_FUNCTION_TABLE);
    CHECK_EQ(l.full, 2 * (TREE_MANY - CONFIG_TRACE_FUNCTION_TABLE));
    trace_function_table_reset();
    check_no_losses();
    CHECK_EQ(row(ADDRESS(tree_many[0])).count, 0);
}

TEST("a visit that began before the table was started is not counted")
{
    trace_function_table_reset();
    tree_call(begin);
    tree_leaf();
    tree_call(end);
    begin();
    tree_leaf();
    end();
    CHECK_EQ(row(ADDRESS(tree_call)).count, 0);
    CHECK_EQ(row(ADDRESS(tree_leaf)).count, 1);
}

static void reset_within(void)
{
    trace_function_table_reset();
}

TEST("a visit during which the table is reset is not counted")
{
    begin();
    tree_call(reset_within);
    tree_leaf();
    end();
    CHECK_EQ(row(ADDRESS(tree_call)).count, 0);
    CHECK_EQ(row(ADDRESS(tree_leaf)).count, 1);
}

TEST("filters also apply to the table")
{
    uint32_t leaf = ADDRESS(tree_leaf) & ~1u;
    const struct trace_function_filter f = {leaf, leaf + 1, true};

    begin();
    CHECK_EQ(trace_function_filter_add(&f), 0);
    tree_root();
    trace_function_filters_clear();
    end();
    CHECK_EQ(row(ADDRESS(tree_leaf)).count, 0);
    CHECK_EQ(row(ADDRESS(tree_root)).count, 1);
}

/* ------------------------------------------------------------------ preemption */

static void from_outer(void)
{
    tree_lasting(20);
}

TEST("time in an interrupt counts for the interrupt, not for the thread")
{
    begin();
    if (jitter_start(10000, from_outer, tree_leaf) != 0) {
        end();
        test_skip("no spare timer");
    }
    for (unsigned i = 0; i < 20; i++) {
        tree_outer(100, 0);
    }
    jitter_stop();
    end();
    struct trace_function outer = row(ADDRESS(tree_outer)), isr = row(ADDRESS(tree_lasting));

    test_note("%lu us net in 20 visits, %lu interrupts", (unsigned long)to_us(outer.total_cycles),
              (unsigned long)jitter_outer_count());
    CHECK(jitter_outer_count() > 10);
    CHECK_EQ(isr.count, 20 + jitter_outer_count());
    CHECK_EQ(row(ADDRESS(tree_leaf)).count, jitter_inner_count());
    CHECK(to_us(outer.total_cycles) <= 2000);
    CHECK(to_us(outer.total_cycles) >= 1000);
    CHECK_EQ(row(ADDRESS(tree_outer)).count, 20);
}

#define WORKERS 2

static uint8_t stacks[WORKERS][THREAD_STACK_BYTES(768)] __attribute__((aligned(8)));
static struct thread workers[WORKERS];

static void work(void *arg)
{
    (void)arg;
    for (unsigned i = 0; i < 10; i++) {
        tree_outer(200, 100);
        tree_root();
        thread_yield();
    }
}

TEST("calls of threads that take turns are kept apart")
{
    begin();
    for (unsigned i = 0; i < WORKERS; i++) {
        const struct thread_attr attr = {
            .name = "worker",
            .entry = work,
            .priority = CONFIG_MAIN_PRIORITY - 1,
            .stack = stacks[i],
            .stack_bytes = sizeof stacks[i],
        };

        CHECK_EQ(thread_create(&workers[i], &attr), 0);
    }
    for (unsigned i = 0; i < WORKERS; i++) {
        CHECK_EQ(thread_join(&workers[i], NULL, WAIT_FOREVER), 0);
    }
    end();
    struct trace_function outer = row(ADDRESS(tree_outer));

    CHECK_EQ(outer.count, 10 * WORKERS);
    CHECK_EQ(row(ADDRESS(tree_root)).count, 10 * WORKERS);
    CHECK_EQ(row(ADDRESS(tree_leaf)).count, 30 * WORKERS);
    CHECK_EQ(outer.total_cycles, outer.self_cycles + row(ADDRESS(tree_lasting)).total_cycles);
    CHECK(about(to_us(outer.total_cycles), 300 * 10 * WORKERS));
    check_no_losses();
}
