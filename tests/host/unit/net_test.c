/* SPDX-License-Identifier: BSD-2-Clause */
/* Net and self time of nested blocks in contexts that are preempted inside them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/trace.h>

#define BLOCKS 4

TRACE_BLOCK_DEF(block_0);
TRACE_BLOCK_DEF(block_1);
TRACE_BLOCK_DEF(block_2);
TRACE_BLOCK_DEF(block_3);

static struct trace_block *const blocks[BLOCKS] = {&block_0, &block_1, &block_2, &block_3};

static int reset(void **state)
{
    (void)state;
    trace_context_init(fake_context);
    fake_cycles_hz = 1000000000;
    for (int i = 0; i < BLOCKS; i++) {
        trace_block_enable(blocks[i], true);
        trace_block_reset(blocks[i]);
    }
    return 0;
}

static struct trace_block_stats stats_of(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return s;
}

/* Another context runs for `cycles`. */
static void preempt(uint32_t cycles)
{
    trace_context_suspend(fake_context, fake_cycles);
    fake_cycles += cycles;
    trace_context_resume(fake_context, fake_cycles);
}

static void net_time_excludes_preemption(void **state)
{
    (void)state;
    trace_block_enter(&block_0);
    fake_cycles += 10;
    preempt(100);
    fake_cycles += 5;
    preempt(1000);
    trace_block_leave(&block_0);
    trace_block_enter(&block_0);
    fake_cycles += 20;
    trace_block_leave(&block_0);
    struct trace_block_stats s = stats_of(&block_0);

    assert_int_equal(s.max_ns, 1115);
    assert_int_equal(s.min_ns, 20);
    assert_int_equal(s.net_max_ns, 20);
    assert_int_equal(s.net_min_ns, 15);
    assert_int_equal(s.net_last_ns, 20);
    assert_int_equal(s.sum_ns, 1135);
    assert_int_equal(s.net_sum_ns, 35);
    assert_int_equal(s.net_avg_ns, 17);
}

static void preemption_outside_a_block_does_not_count(void **state)
{
    (void)state;
    preempt(500);
    trace_block_enter(&block_0);
    fake_cycles += 7;
    trace_block_leave(&block_0);
    preempt(500);
    assert_int_equal(stats_of(&block_0).net_sum_ns, 7);
    assert_int_equal(stats_of(&block_0).sum_ns, 7);
}

static void preemption_may_span_a_counter_wrap(void **state)
{
    (void)state;
    fake_cycles = UINT32_MAX - 10;
    fake_context->stolen_cycles = UINT32_MAX - 5;
    trace_block_enter(&block_0);
    fake_cycles += 4;
    preempt(100);
    trace_block_leave(&block_0);
    assert_int_equal(stats_of(&block_0).last_ns, 104);
    assert_int_equal(stats_of(&block_0).net_last_ns, 4);
}

static void self_time_excludes_inner_blocks(void **state)
{
    (void)state;
    trace_block_enter(&block_0);
    fake_cycles += 1;
    trace_block_enter(&block_1);
    fake_cycles += 10;
    trace_block_enter(&block_2);
    fake_cycles += 100;
    preempt(5000);
    trace_block_leave(&block_2);
    fake_cycles += 20;
    trace_block_leave(&block_1);
    fake_cycles += 2;
    trace_block_enter(&block_2);
    fake_cycles += 200;
    trace_block_leave(&block_2);
    trace_block_leave(&block_0);
    assert_int_equal(stats_of(&block_0).net_sum_ns, 333);
    assert_int_equal(stats_of(&block_0).self_sum_ns, 3);
    assert_int_equal(stats_of(&block_1).net_sum_ns, 130);
    assert_int_equal(stats_of(&block_1).self_sum_ns, 30);
    assert_int_equal(stats_of(&block_2).self_sum_ns, 300);
    assert_int_equal(stats_of(&block_2).self_avg_ns, 150);
}

static void scopes_and_pairs_may_be_nested(void **state)
{
    (void)state;
    trace_block_enter(&block_0);
    fake_cycles += 1;
    {
        TRACE_BLOCK_SCOPE(&block_1);
        fake_cycles += 10;
        trace_block_enter(&block_2);
        fake_cycles += 100;
        preempt(999);
        trace_block_leave(&block_2);
    }
    fake_cycles += 2;
    trace_block_leave(&block_0);
    assert_int_equal(stats_of(&block_0).self_sum_ns, 3);
    assert_int_equal(stats_of(&block_1).self_sum_ns, 10);
    assert_int_equal(stats_of(&block_2).self_sum_ns, 100);
    assert_int_equal(stats_of(&block_0).net_sum_ns, 113);
}

static void contexts_have_separate_times(void **state)
{
    struct trace_context *thread = fake_context;
    struct trace_context interrupt;

    (void)state;
    trace_context_init(&interrupt);
    trace_block_enter(&block_0);
    fake_cycles += 10;
    trace_context_suspend(thread, fake_cycles);
    fake_context = &interrupt;
    trace_block_enter(&block_1);
    fake_cycles += 30;
    trace_block_leave(&block_1);
    fake_context = thread;
    trace_context_resume(thread, fake_cycles);
    trace_block_leave(&block_0);
    assert_int_equal(stats_of(&block_0).last_ns, 40);
    assert_int_equal(stats_of(&block_0).net_last_ns, 10);
    assert_int_equal(stats_of(&block_0).self_sum_ns, 10);
    assert_int_equal(stats_of(&block_1).net_last_ns, 30);
}

/* If a block is left before its inner block, the overlap belongs to the inner block and isn't counted twice.
 */
static void leaving_out_of_order_divides_the_overlap(void **state)
{
    (void)state;
    trace_block_enter(&block_2);
    trace_block_enter(&block_0);
    fake_cycles += 3;
    trace_block_enter(&block_1);
    fake_cycles += 4;
    preempt(50);
    trace_block_leave(&block_0);
    fake_cycles += 5;
    trace_block_leave(&block_1);
    fake_cycles += 6;
    trace_block_leave(&block_2);
    assert_int_equal(stats_of(&block_0).net_sum_ns, 7);
    assert_int_equal(stats_of(&block_1).net_sum_ns, 9);
    assert_int_equal(stats_of(&block_2).net_sum_ns, 18);
    assert_int_equal(stats_of(&block_0).self_sum_ns, 3);
    assert_int_equal(stats_of(&block_1).self_sum_ns, 9);
    assert_int_equal(stats_of(&block_2).self_sum_ns, 6);
}

static uint32_t seed;

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % n;
}

/* Visit a random tree of blocks, with recursion. @return the time that passed without the preemptions */
static uint32_t visit_tree(unsigned depth)
{
    struct trace_block *b = blocks[1 + below(BLOCKS - 1)];
    uint32_t worked = 0;
    bool scoped = below(2);
    struct trace_scope s = {NULL};

    if (scoped) {
        trace_scope_begin(&s, b);
    } else {
        trace_block_enter(b);
    }
    for (uint32_t steps = below(4); steps > 0; steps--) {
        uint32_t work = below(50);

        fake_cycles += work;
        worked += work;
        if (below(3) == 0) {
            preempt(below(1000));
        }
        if (depth < 6) {
            worked += visit_tree(depth + 1);
        }
    }
    if (scoped) {
        trace_scope_end(&s);
    } else {
        trace_block_leave(b);
    }
    return worked;
}

static void self_times_of_a_tree_add_up_to_the_net_time_of_its_root(void **state)
{
    uint64_t worked = 0, selfs = 0;

    (void)state;
    seed = 7;
    for (int i = 0; i < 300; i++) {
        trace_block_enter(&block_0);
        worked += visit_tree(1);
        trace_block_leave(&block_0);
    }
    for (int i = 0; i < BLOCKS; i++) {
        selfs += stats_of(blocks[i]).self_sum_ns;
    }
    assert_true(worked > 10000);
    assert_true(selfs == worked);
    assert_true(stats_of(&block_0).net_sum_ns == worked);
    assert_ptr_equal(fake_context->top, fake_context->open);
}

/* Enters and leaves in random order inside block 0. Each of four blocks is open at most once. */
static void self_times_add_up_in_any_order(void **state)
{
    uint64_t worked = 0, selfs = 0;
    bool inside[BLOCKS] = {false};

    (void)state;
    seed = 3;
    trace_block_enter(&block_0);
    for (int i = 0; i < 20000; i++) {
        uint32_t work = below(30);
        uint32_t n = 1 + below(BLOCKS - 1);

        if (inside[n]) {
            trace_block_leave(blocks[n]);
        } else {
            trace_block_enter(blocks[n]);
        }
        inside[n] = !inside[n];
        fake_cycles += work;
        worked += work;
        if (below(10) == 0) {
            preempt(below(100));
        }
    }
    for (int n = 1; n < BLOCKS; n++) {
        if (inside[n]) {
            trace_block_leave(blocks[n]);
        }
    }
    trace_block_leave(&block_0);
    for (int n = 0; n < BLOCKS; n++) {
        selfs += stats_of(blocks[n]).self_sum_ns;
    }
    assert_true(selfs == worked);
    assert_true(stats_of(&block_0).net_sum_ns == worked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(net_time_excludes_preemption, reset),
        cmocka_unit_test_setup(preemption_outside_a_block_does_not_count, reset),
        cmocka_unit_test_setup(preemption_may_span_a_counter_wrap, reset),
        cmocka_unit_test_setup(self_time_excludes_inner_blocks, reset),
        cmocka_unit_test_setup(scopes_and_pairs_may_be_nested, reset),
        cmocka_unit_test_setup(contexts_have_separate_times, reset),
        cmocka_unit_test_setup(leaving_out_of_order_divides_the_overlap, reset),
        cmocka_unit_test_setup(self_times_add_up_in_any_order, reset),
        cmocka_unit_test_setup(self_times_of_a_tree_add_up_to_the_net_time_of_its_root, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
