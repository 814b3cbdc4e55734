/* SPDX-License-Identifier: BSD-2-Clause */
/* Visits longer than a counter wrap are measured to the cycle or counted as too long, never recorded as short
 * visits. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <spoor/histogram.h>
#include <util/array_spread.h>
#include <spoor/trace.h>
#include <spoor/trigger.h>
#include "block_priv.h"
#include "long_priv.h"

#define WRAP (UINT64_C(1) << 32)
#define TICK (UINT32_C(1) << 24) /* the unit of the age is sixteen of these */

TRACE_BLOCK_DEF(outer);
TRACE_BLOCK_DEF(inner);

static struct trace_context thread, isr;

static int reset(void **state)
{
    (void)state;
    fake_context = &thread;
    fake_cycles_hz = 1000000000; /* a cycle is 1 ns */
    trace_context_init(&thread);
    trace_context_init(&isr);
    trace_blocks_unkept = 0;
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_block_enable(b, true);
        trace_block_reset(b);
    }
    return 0;
}

static struct trace_block_stats stats_of(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return s;
}

/* The tick interrupt. It interrupts the running thread, if any. */
static void tick(void)
{
    isr.interrupted = fake_context;
    if (fake_context != NULL) {
        trace_context_suspend(fake_context, fake_cycles);
    }
    fake_context = &isr;
    trace_age_upkeep();
    fake_context = isr.interrupted;
    if (fake_context != NULL) {
        trace_context_resume(fake_context, fake_cycles);
    }
}

static void pass(uint64_t cycles)
{
    for (; cycles >= TICK; cycles -= TICK) {
        fake_cycles += TICK;
        tick();
    }
    fake_cycles += (uint32_t)cycles;
}

static void compute(uint64_t cycles)
{
    pass(cycles);
}

static void wait_for(uint64_t cycles)
{
    trace_context_suspend(&thread, fake_cycles);
    fake_context = NULL;
    pass(cycles);
    fake_context = &thread;
    trace_context_resume(&thread, fake_cycles);
}

static void a_pair_around_a_long_wait_is_measured_to_the_cycle(void **state)
{
    (void)state;
    for (unsigned wraps = 1; wraps < 40; wraps += 13) {
        for (uint64_t part = 0; part < WRAP; part += WRAP / 7) {
            uint64_t waited = wraps * WRAP + part + 77;

            trace_block_reset(&outer);
            pass(part / 3 + 5); /* change the phase of the counter */
            trace_block_enter(&outer);
            compute(1000);
            wait_for(waited);
            compute(234);
            trace_block_leave(&outer);
            struct trace_block_stats s = stats_of(&outer);

            assert_int_equal(s.count, 1);
            assert_int_equal(s.too_long, 0);
            assert_int_equal(s.last_ns, waited + 1234);
            assert_int_equal(s.min_ns, waited + 1234);
            assert_int_equal(s.max_ns, waited + 1234);
            assert_int_equal(s.sum_ns, waited + 1234);
            assert_int_equal(s.avg_ns, waited + 1234);
            assert_int_equal(s.net_last_ns, 1234);
            assert_int_equal(s.net_min_ns, 1234);
            assert_int_equal(s.net_max_ns, 1234);
            assert_int_equal(s.net_sum_ns, 1234);
            assert_int_equal(s.self_sum_ns, 1234);
            assert_int_equal(trace_block_diff(&outer), waited + 1234);
        }
    }
}

static void visits_shorter_than_a_wrap_are_measured_as_before(void **state)
{
    (void)state;
    for (uint64_t waited = 0; waited < WRAP - 1; waited += WRAP / 97) {
        trace_block_reset(&outer);
        pass(waited / 5 + 3);
        trace_block_enter(&outer);
        wait_for(waited);
        trace_block_leave(&outer);
        assert_int_equal(stats_of(&outer).last_ns, waited);
        {
            TRACE_BLOCK_SCOPE(&inner);
            wait_for(waited);
        }
        assert_int_equal(stats_of(&inner).last_ns, waited);
    }
    assert_int_equal(stats_of(&inner).too_long, 0);
}

static void a_counter_may_start_anywhere(void **state)
{
    (void)state;
    for (uint32_t start = 0; start < 16; start++) {
        trace_block_reset(&outer);
        trace_now.age = 0;
        fake_cycles = (start << 28) + 0xFFFFFF0;
        trace_age_begin();
        trace_block_enter(&outer);
        wait_for(3 * TICK);
        trace_block_leave(&outer);
        assert_int_equal(stats_of(&outer).last_ns, 3 * TICK);
    }
}

static void short_and_long_visits_share_their_statistics(void **state)
{
    (void)state;
    const uint64_t waits[] = {5, 2 * WRAP + 9, 3, WRAP + 1};
    uint64_t sum = 0;

    for (unsigned i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        trace_block_enter(&outer);
        compute(10);
        wait_for(waits[i]);
        trace_block_leave(&outer);
        sum += waits[i] + 10;
        assert_int_equal(stats_of(&outer).last_ns, waits[i] + 10);
    }
    struct trace_block_stats s = stats_of(&outer);

    assert_int_equal(s.count, 4);
    assert_int_equal(s.min_ns, 13);
    assert_int_equal(s.max_ns, 2 * WRAP + 19);
    assert_int_equal(s.sum_ns, sum);
    assert_int_equal(s.net_sum_ns, 40);
    assert_int_equal(s.net_max_ns, 10);
}

static void self_time_of_a_long_visit_excludes_inner_blocks(void **state)
{
    (void)state;
    trace_block_enter(&outer);
    compute(100);
    trace_block_enter(&inner);
    compute(50);
    wait_for(WRAP + 3);
    trace_block_leave(&inner);
    wait_for(2 * WRAP);
    trace_block_leave(&outer);
    assert_int_equal(stats_of(&outer).last_ns, 3 * WRAP + 153);
    assert_int_equal(stats_of(&outer).net_sum_ns, 150);
    assert_int_equal(stats_of(&outer).self_sum_ns, 100);
    assert_int_equal(stats_of(&inner).self_sum_ns, 50);
}

static void long_blocks_may_be_left_in_another_order(void **state)
{
    (void)state;
    trace_block_enter(&outer);
    wait_for(WRAP + 30);
    trace_block_enter(&inner);
    compute(7);
    trace_block_leave(&outer);
    wait_for(WRAP);
    trace_block_leave(&inner);
    assert_int_equal(stats_of(&outer).last_ns, WRAP + 37);
    assert_int_equal(stats_of(&inner).last_ns, WRAP + 7);
}

static void a_long_scope_counts_as_too_long(void **state)
{
    (void)state;
    {
        TRACE_BLOCK_SCOPE(&outer);
        wait_for(WRAP + 5);
    }
    assert_int_equal(stats_of(&outer).count, 0);
    assert_int_equal(stats_of(&outer).too_long, 1);
}

static void a_pair_that_runs_for_a_wrap_counts_as_too_long(void **state)
{
    (void)state;
    for (unsigned wraps = 1; wraps < 5; wraps++) {
        trace_block_enter(&outer);
        compute(wraps * WRAP + 5);
        trace_block_leave(&outer);
        assert_int_equal(stats_of(&outer).too_long, wraps);
    }
    assert_int_equal(stats_of(&outer).count, 0);
}

static void a_pair_in_an_interrupted_interrupt_counts_as_too_long(void **state)
{
    (void)state;
    static struct trace_context lower;

    trace_context_init(&lower);
    lower.interrupted = &thread;
    trace_context_suspend(&thread, fake_cycles);
    fake_context = &lower;
    trace_block_enter(&outer);
    compute(WRAP + 5);
    trace_block_leave(&outer);
    assert_int_equal(stats_of(&outer).count, 0);
    assert_int_equal(stats_of(&outer).too_long, 1);
}

static void long_visits_without_a_slot_are_counted_together(void **state)
{
    (void)state;
    static struct trace_block many[CONFIG_TRACE_LONG_BLOCKS + 3];

    for (unsigned i = 0; i < CONFIG_TRACE_LONG_BLOCKS + 3; i++) {
        many[i] = (struct trace_block)TRACE_BLOCK_INIT(many[i], NULL);
        trace_block_enter(&many[i]);
        wait_for(WRAP);
        trace_block_leave(&many[i]);
    }
    assert_int_equal(stats_of(&many[CONFIG_TRACE_LONG_BLOCKS - 1]).count, 1);
    assert_int_equal(stats_of(&many[CONFIG_TRACE_LONG_BLOCKS]).count, 0);
    assert_int_equal(trace_blocks_unkept, 3);
    for (unsigned i = 0; i < CONFIG_TRACE_LONG_BLOCKS; i++) {
        trace_block_reset(&many[i]); /* frees its slot */
        assert_int_equal(stats_of(&many[i]).count, 0);
    }
    trace_block_enter(&outer);
    wait_for(WRAP);
    trace_block_leave(&outer);
    assert_int_equal(stats_of(&outer).count, 1);
}

static unsigned fired;

static void count_firing(const struct trace_trigger *t)
{
    (void)t;
    fired++;
}

static void a_condition_is_evaluated_for_a_long_visit(void **state)
{
    (void)state;
    static const struct trace_action action = {"test", count_firing, ""};
    struct trace_condition above = {TRACE_QUANTITY_MAX, TRACE_ABOVE, 5 * WRAP};
    struct trace_condition third = {TRACE_QUANTITY_COUNT, TRACE_EQUAL, 3};

    fired = 0;
    assert_int_equal(trace_trigger_set(NULL, &outer, &above, &action), 0);
    assert_int_equal(trace_trigger_set(NULL, &outer, &third, &action), 0);
    for (unsigned wraps = 4; wraps < 8; wraps += 2) {
        trace_block_enter(&outer);
        wait_for(wraps * WRAP);
        trace_block_leave(&outer);
        assert_int_equal(fired, wraps == 6);
    }
    fired = 0;
    trace_block_enter(&outer);
    trace_block_leave(&outer);  /* the third visit; the maximum is still that of a long visit */
    assert_int_equal(fired, 1); /* which has fired already */
    assert_int_equal(trace_trigger_clear(NULL, &outer), 2);
}

static void a_disabled_block_does_not_keep_a_long_visit(void **state)
{
    (void)state;
    trace_block_enter(&outer);
    wait_for(WRAP);
    trace_block_enable(&outer, false);
    trace_block_leave(&outer);
    assert_int_equal(stats_of(&outer).count + stats_of(&outer).too_long, 0);
}

static void percentiles_include_long_visits(void **state)
{
    (void)state;
    struct trace_histogram h;

    for (unsigned i = 0; i < 4; i++) {
        trace_block_enter(&outer);
        wait_for(i < 3 ? 100 : 3 * WRAP);
        trace_block_leave(&outer);
    }
    trace_block_get_histogram(&outer, &h);
    assert_int_equal(trace_histogram_total(&h), 4);
    assert_int_equal(trace_histogram_percentile_ns(&h, 50), 100);
    assert_int_equal(trace_histogram_percentile_ns(&h, 75), 100);
    assert_int_equal(trace_histogram_percentile_ns(&h, 99), 3 * WRAP);
}

/* Ten visits of 1024 to 1035 cycles, one bucket, whose average limits what is possible. */
static void a_percentile_fits_the_average(void **state)
{
    struct trace_histogram h = {
        .count = 10, .sum_cycles = 10 * 1024 + 11, .min_cycles = 1024, .max_cycles = 1035};
    unsigned bucket = 0;

    (void)state;
    while (trace_histogram_floor_ns(bucket + 1) <= 1024) {
        bucket++;
    }
    assert_true(trace_histogram_floor_ns(bucket + 1) > 1035);
    h.buckets[bucket] = 10;
    assert_int_equal(trace_histogram_percentile_ns(&h, 50), 1028); /* the bucket's share is 1029 */
    assert_int_equal(trace_histogram_percentile_ns(&h, 25), 1026);
}

static void visits_without_cycles_count(void **state)
{
    const struct trace_histogram h = {
        .count = 4, .sum_cycles = 8, .max_cycles = 4, .buckets = {[0] = 2, [4] = 2}};

    (void)state;
    assert_int_equal(trace_histogram_total(&h), 4);
    assert_int_equal(trace_histogram_percentile_ns(&h, 50), 0);
    assert_int_equal(trace_histogram_percentile_ns(&h, 75), 4);
}

static unsigned locks_until_visit;

static void reset_later(void)
{
    if (locks_until_visit-- != 0) {
        fake_interrupt = reset_later;
    } else {
        trace_block_reset(&outer);
    }
}

/* A visit is added in steps. Those after a reset aren't made. */
static void a_reset_during_a_long_visit_forgets_all_of_it(void **state)
{
    static const struct trace_long_visit v = {WRAP, 10, 0};
    unsigned with = 0, without = 0;

    (void)state;
    for (unsigned locks = 0; locks < 6; locks++) {
        trace_block_reset(&outer);
        locks_until_visit = locks;
        fake_interrupt = reset_later;
        trace_block_long_visit(&outer, &v);
        fake_interrupt = NULL;
        struct trace_block_stats s = stats_of(&outer);

        with += s.count == 1;
        without += s.count == 0;
        assert_int_equal(s.sum_ns, s.count * WRAP);
        assert_int_equal(s.net_sum_ns, s.count * 10);
    }
    assert_true(with >= 1 && without >= 3);
}

/* A visit of 3 wraps with a net time of 30. */
static void visit_later(void)
{
    static const struct trace_long_visit v = {3 * WRAP, 30, 0};

    if (locks_until_visit-- != 0) {
        fake_interrupt = visit_later;
    } else {
        trace_block_long_visit(&outer, &v);
    }
}

static void a_long_visit_during_a_read_is_read_consistently(void **state)
{
    static const struct trace_long_visit first = {WRAP, 10, 0};
    unsigned with = 0, without = 0;

    (void)state;
    for (unsigned locks = 0; locks < 6; locks++) {
        trace_block_reset(&outer);
        trace_block_long_visit(&outer, &first);
        locks_until_visit = locks;
        fake_interrupt = visit_later;
        struct trace_block_stats s = stats_of(&outer);

        fake_interrupt = NULL;
        if (s.count == 1) {
            without++;
            assert_int_equal(s.sum_ns, WRAP);
            assert_int_equal(s.net_sum_ns, 10);
        } else {
            with++;
            assert_int_equal(s.count, 2);
            assert_int_equal(s.sum_ns, 4 * WRAP);
            assert_int_equal(s.net_sum_ns, 40);
        }
    }
    assert_true(with >= 2 && without >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_pair_around_a_long_wait_is_measured_to_the_cycle, reset),
        cmocka_unit_test_setup(visits_shorter_than_a_wrap_are_measured_as_before, reset),
        cmocka_unit_test_setup(a_counter_may_start_anywhere, reset),
        cmocka_unit_test_setup(short_and_long_visits_share_their_statistics, reset),
        cmocka_unit_test_setup(self_time_of_a_long_visit_excludes_inner_blocks, reset),
        cmocka_unit_test_setup(long_blocks_may_be_left_in_another_order, reset),
        cmocka_unit_test_setup(a_long_scope_counts_as_too_long, reset),
        cmocka_unit_test_setup(a_pair_that_runs_for_a_wrap_counts_as_too_long, reset),
        cmocka_unit_test_setup(a_pair_in_an_interrupted_interrupt_counts_as_too_long, reset),
        cmocka_unit_test_setup(long_visits_without_a_slot_are_counted_together, reset),
        cmocka_unit_test_setup(a_condition_is_evaluated_for_a_long_visit, reset),
        cmocka_unit_test_setup(a_disabled_block_does_not_keep_a_long_visit, reset),
        cmocka_unit_test_setup(a_percentile_fits_the_average, reset),
        cmocka_unit_test_setup(visits_without_cycles_count, reset),
        cmocka_unit_test_setup(a_reset_during_a_long_visit_forgets_all_of_it, reset),
        cmocka_unit_test_setup(a_long_visit_during_a_read_is_read_consistently, reset),
        cmocka_unit_test_setup(percentiles_include_long_visits, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
