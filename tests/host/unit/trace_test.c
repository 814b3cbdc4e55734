/* SPDX-License-Identifier: BSD-2-Clause */
/* Points and blocks, with a clock that the test sets. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/trace.h>
#include <util/array_spread.h>

TRACE_POINT_DEF(named_point);
TRACE_POINT_DEF(other_point, "two words");
TRACE_BLOCK_DEF(block_a);
TRACE_BLOCK_DEF(block_b, "b");

static int reset(void **state)
{
    (void)state;
    trace_context_init(fake_context);
    fake_cycles_hz = 1000000000;
    array_spread_foreach_ptr (p, trace_points) {
        trace_point_enable(p, true);
        trace_point_reset(p);
    }
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_block_enable(b, true);
        trace_block_reset(b);
    }
    fake_context->enables_seen = UINT32_MAX;
    trace_block_leave(&block_a); /* the first unmatched leave isn't counted, later ones are */
    return 0;
}

static struct trace_block_stats stats_of(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return s;
}

static void visit(struct trace_block *b, uint32_t cycles)
{
    trace_block_enter(b);
    fake_cycles += cycles;
    trace_block_leave(b);
}

static void anonymous(void)
{
    trace_point("anonymous");
}

static void a_point_counts_and_has_its_source_line(void **state)
{
    (void)state;
    struct trace_point *p = trace_point_find("anonymous");

    assert_non_null(p);
    anonymous();
    anonymous();
    assert_int_equal(trace_point_get_value(p), 2);
    assert_string_equal(trace_point_get_name(p), "anonymous");
    assert_string_equal(trace_point_get_location_func(p), "anonymous");
    assert_non_null(strstr(trace_point_desc(p)->location.at.file, "trace_test.c"));
}

static void both_forms_of_definition_set_the_name(void **state)
{
    (void)state;
    assert_string_equal(trace_point_get_name(&named_point), "named_point");
    assert_string_equal(trace_point_get_name(&other_point), "two words");
    trace_point_set(&other_point);
    assert_int_equal(trace_point_get_value(&other_point), 1);
    assert_int_equal(trace_point_get_value(&named_point), 0);
}

static void a_disabled_point_does_not_count(void **state)
{
    (void)state;
    trace_point_set(&named_point);
    trace_point_enable(&named_point, false);
    trace_point_set(&named_point);
    assert_false(trace_point_is_on(&named_point));
    assert_int_equal(trace_point_get_value(&named_point), 1);
    trace_point_enable(&named_point, true);
    trace_point_set(&named_point);
    assert_int_equal(trace_point_get_value(&named_point), 2);
    trace_point_reset(&named_point);
    assert_int_equal(trace_point_get_value(&named_point), 0);
}

static void a_block_keeps_count_last_min_max_and_mean(void **state)
{
    (void)state;
    visit(&block_a, 10);
    visit(&block_a, 40);
    visit(&block_a, 25);
    struct trace_block_stats s = stats_of(&block_a);

    assert_int_equal(s.count, 3);
    assert_int_equal(s.last_ns, 25);
    assert_int_equal(s.min_ns, 10);
    assert_int_equal(s.max_ns, 40);
    assert_int_equal(s.avg_ns, 25);
    assert_int_equal(trace_block_diff(&block_a), 25);
}

static void a_first_visit_of_zero_is_the_minimum(void **state)
{
    (void)state;
    visit(&block_a, 0);
    assert_int_equal(stats_of(&block_a).count, 1);
    assert_int_equal(stats_of(&block_a).min_ns, 0);
}

static void a_duration_may_span_a_wrap_of_the_counter(void **state)
{
    (void)state;
    fake_cycles = UINT32_MAX - 4;
    visit(&block_a, 10);
    assert_int_equal(stats_of(&block_a).last_ns, 10);
}

static void the_sum_may_exceed_32_bits(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        visit(&block_a, 3000000000u);
    }
    assert_true(stats_of(&block_a).avg_ns == 3000000000u);
    assert_true(stats_of(&block_a).sum_ns == UINT64_C(15000000000));
}

static void the_mean_is_exact_with_a_slow_clock(void **state)
{
    (void)state;
    fake_cycles_hz = 1000; /* 1 ms per cycle */
    visit(&block_a, 1);
    visit(&block_a, 2);
    assert_true(stats_of(&block_a).avg_ns == 1500000);
}

static void recursion_measures_each_level(void **state)
{
    (void)state;
    trace_block_enter(&block_a);
    fake_cycles += 1;
    visit(&block_a, 5);
    fake_cycles += 1;
    trace_block_leave(&block_a);
    struct trace_block_stats s = stats_of(&block_a);

    assert_int_equal(s.count, 2);
    assert_int_equal(s.min_ns, 5);
    assert_int_equal(s.max_ns, 7);
}

static void blocks_may_be_left_in_another_order(void **state)
{
    (void)state;
    trace_block_enter(&block_a);
    fake_cycles += 3;
    trace_block_enter(&block_b);
    fake_cycles += 4;
    trace_block_leave(&block_a);
    fake_cycles += 5;
    trace_block_leave(&block_b);
    assert_int_equal(stats_of(&block_a).last_ns, 7);
    assert_int_equal(stats_of(&block_b).last_ns, 9);
    assert_int_equal(stats_of(&block_a).unmatched_leave + stats_of(&block_b).unmatched_leave, 0);
    assert_ptr_equal(fake_context->top, fake_context->open);
}

static void contexts_do_not_share_stamps(void **state)
{
    struct trace_context *thread = fake_context;
    struct trace_context interrupt;

    (void)state;
    trace_context_init(&interrupt);
    trace_block_enter(&block_a);
    fake_cycles += 10;
    fake_context = &interrupt;
    visit(&block_a, 2);
    fake_context = thread;
    fake_cycles += 10;
    trace_block_leave(&block_a);
    assert_int_equal(stats_of(&block_a).min_ns, 2);
    assert_int_equal(stats_of(&block_a).max_ns, 22);
}

static void a_leave_without_an_enter_is_counted(void **state)
{
    (void)state;
    visit(&block_a, 5);
    trace_block_leave(&block_a);
    struct trace_block_stats s = stats_of(&block_a);

    assert_int_equal(s.unmatched_leave, 1);
    assert_int_equal(s.count, 1);
    assert_int_equal(s.last_ns, 5);
}

static void an_enter_left_open_is_counted_when_its_context_ends(void **state)
{
    (void)state;
    trace_block_enter(&block_a);
    trace_block_enter(&block_b);
    trace_context_end(fake_context);
    assert_int_equal(stats_of(&block_a).unmatched_enter, 1);
    assert_int_equal(stats_of(&block_b).unmatched_enter, 1);
    assert_int_equal(stats_of(&block_a).count, 0);
}

static void enters_without_leave_do_not_affect_other_blocks(void **state)
{
    (void)state;
    for (int i = 0; i < CONFIG_TRACE_DEPTH + 3; i++) {
        trace_block_enter(&block_a);
    }
    visit(&block_b, 6);
    assert_int_equal(stats_of(&block_b).count, 1);
    assert_int_equal(stats_of(&block_b).last_ns, 6);
    assert_int_equal(stats_of(&block_a).unmatched_enter, 4);
}

static void enabling_a_block_during_a_visit_is_no_mismatch(void **state)
{
    (void)state;
    trace_block_enable(&block_a, false);
    trace_block_enter(&block_a);
    trace_block_enable(&block_a, true);
    trace_block_leave(&block_a);
    assert_int_equal(stats_of(&block_a).unmatched_leave, 0);
    assert_int_equal(stats_of(&block_a).count, 0);
}

/* The functions behind the macros, which programs in other languages call. */
static void a_call_enters_a_block_only_if_it_is_on(void **state)
{
    (void)state;
    (trace_block_enter)(&block_a);
    fake_cycles += 7;
    (trace_block_leave)(&block_a);
    assert_int_equal(stats_of(&block_a).count, 1);
    assert_int_equal(stats_of(&block_a).last_ns, 7);
    trace_block_enable(&block_a, false);
    (trace_block_enter)(&block_a);
    assert_ptr_equal(fake_context->top, fake_context->open);
}

static int early_return(int x)
{
    TRACE_BLOCK_SCOPED(scoped);
    fake_cycles += 4;
    if (x > 0) {
        return x + early_return(x - 1);
    }
    fake_cycles += 1;
    return 0;
}

static void the_scoped_form_leaves_on_every_return(void **state)
{
    (void)state;
    struct trace_block *scoped = trace_block_find("scoped");

    assert_int_equal(early_return(2), 3);
    struct trace_block_stats s = stats_of(scoped);

    assert_int_equal(s.count, 3);
    assert_int_equal(s.min_ns, 5);
    assert_int_equal(s.max_ns, 13);
    trace_block_enable(scoped, false);
    early_return(1);
    assert_int_equal(stats_of(scoped).count, 3);
    assert_string_equal(trace_block_desc(scoped)->location.func, "early_return");
}

static void reset_clears_statistics_and_keeps_the_block_enabled(void **state)
{
    (void)state;
    visit(&block_a, 5);
    trace_block_leave(&block_a);
    trace_block_reset(&block_a);
    struct trace_block_stats s = stats_of(&block_a);

    assert_int_equal(s.count + s.unmatched_leave, 0);
    assert_true(trace_block_is_on(&block_a));
    visit(&block_a, 9);
    assert_int_equal(stats_of(&block_a).min_ns, 9);
}

static void locks_are_released(void **state)
{
    (void)state;
    visit(&block_a, 1);
    trace_block_leave(&block_b);
    stats_of(&block_a);
    trace_block_reset(&block_a);
    assert_int_equal(fake_lock_depth, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_point_counts_and_has_its_source_line, reset),
        cmocka_unit_test_setup(both_forms_of_definition_set_the_name, reset),
        cmocka_unit_test_setup(a_disabled_point_does_not_count, reset),
        cmocka_unit_test_setup(a_block_keeps_count_last_min_max_and_mean, reset),
        cmocka_unit_test_setup(a_first_visit_of_zero_is_the_minimum, reset),
        cmocka_unit_test_setup(a_duration_may_span_a_wrap_of_the_counter, reset),
        cmocka_unit_test_setup(the_sum_may_exceed_32_bits, reset),
        cmocka_unit_test_setup(the_mean_is_exact_with_a_slow_clock, reset),
        cmocka_unit_test_setup(recursion_measures_each_level, reset),
        cmocka_unit_test_setup(blocks_may_be_left_in_another_order, reset),
        cmocka_unit_test_setup(contexts_do_not_share_stamps, reset),
        cmocka_unit_test_setup(a_leave_without_an_enter_is_counted, reset),
        cmocka_unit_test_setup(an_enter_left_open_is_counted_when_its_context_ends, reset),
        cmocka_unit_test_setup(enters_without_leave_do_not_affect_other_blocks, reset),
        cmocka_unit_test_setup(enabling_a_block_during_a_visit_is_no_mismatch, reset),
        cmocka_unit_test_setup(a_call_enters_a_block_only_if_it_is_on, reset),
        cmocka_unit_test_setup(the_scoped_form_leaves_on_every_return, reset),
        cmocka_unit_test_setup(reset_clears_statistics_and_keeps_the_block_enabled, reset),
        cmocka_unit_test_setup(locks_are_released, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
