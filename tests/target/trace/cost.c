/* SPDX-License-Identifier: BSD-2-Clause */
/* The profiler's own cost, measured by the profiler. */
#include <stdlib.h>
#include <drivers/clock.h>
#include <spoor/cost.h>
#include <spoor/trace.h>
#include <test/jitter.h>
#include <test/test.h>

TEST("who asks for the costs first, gets measured ones")
{
    CHECK(trace_costs()->pair.on_ps > 0 && trace_costs()->point.on_ps > 0);
}

static struct trace_costs measure(void)
{
    trace_costs_measure();
    return *trace_costs();
}

/* True if two costs differ by at most a sixteenth plus 2 ns. */
static bool agree(uint32_t a_ps, uint32_t b_ps)
{
    uint32_t difference_ps = a_ps > b_ps ? a_ps - b_ps : b_ps - a_ps;

    return difference_ps <= a_ps / 16 + 2000;
}

/* As agree(), for times inside a visit: means of stamps that a coarse counter rounds to ticks. */
static bool agree_inside(uint32_t a_ps, uint32_t b_ps)
{
    uint32_t difference_ps = a_ps > b_ps ? a_ps - b_ps : b_ps - a_ps;
    uint32_t eighth_of_a_tick_ps = clock_resolution_ns() * 125;

    return difference_ps <= a_ps / 16 + 2000 + eighth_of_a_tick_ps;
}

TEST("the cost when on exceeds the cost when off, and includes the cost inside")
{
    struct trace_costs c = measure();

    test_note("in ps: point %lu %lu, pair %lu %lu %lu, scope %lu %lu %lu", (unsigned long)c.point.on_ps,
              (unsigned long)c.point.off_ps, (unsigned long)c.pair.on_ps, (unsigned long)c.pair.off_ps,
              (unsigned long)c.pair.inside_ps, (unsigned long)c.scope.on_ps, (unsigned long)c.scope.off_ps,
              (unsigned long)c.scope.inside_ps);
    CHECK(c.point.off_ps > 0 && c.point.on_ps > c.point.off_ps);
    CHECK(c.pair.off_ps > 0 && c.pair.on_ps > c.pair.off_ps);
    CHECK(c.scope.off_ps > 0 && c.scope.on_ps > c.scope.off_ps);
    CHECK(c.pair.inside_ps > 0 && c.pair.inside_ps < c.pair.on_ps);
    CHECK(c.scope.inside_ps > 0 && c.scope.inside_ps < c.scope.on_ps);
}

static void do_nothing(void)
{
}

TEST("interrupts during the measurement don't affect the costs")
{
    struct trace_costs quiet = measure();
    struct trace_costs disturbed;

    if (jitter_start(2000, do_nothing, NULL) != 0) {
        test_skip("no spare timer");
    }
    disturbed = measure();
    jitter_stop();
    test_note("inside, in ps: pair %lu and %lu, scope %lu and %lu", (unsigned long)quiet.pair.inside_ps,
              (unsigned long)disturbed.pair.inside_ps, (unsigned long)quiet.scope.inside_ps,
              (unsigned long)disturbed.scope.inside_ps);
    CHECK(agree(quiet.point.on_ps, disturbed.point.on_ps));
    CHECK(agree(quiet.pair.on_ps, disturbed.pair.on_ps));
    CHECK(agree_inside(quiet.pair.inside_ps, disturbed.pair.inside_ps));
    CHECK(agree(quiet.scope.on_ps, disturbed.scope.on_ps));
    CHECK(agree_inside(quiet.scope.inside_ps, disturbed.scope.inside_ps));
}

TEST("the measurement's points and blocks are private")
{
    size_t points = ARRAY_SPREAD_SIZE(trace_points), blocks = ARRAY_SPREAD_SIZE(trace_blocks);
    uint32_t enables = 0;

    array_spread_foreach_ptr (b, trace_blocks) {
        enables += trace_block_is_on(b);
    }
    trace_costs_measure();
    array_spread_foreach_ptr (b, trace_blocks) {
        enables -= trace_block_is_on(b);
    }
    CHECK_EQ(enables, 0);
    CHECK_EQ(ARRAY_SPREAD_SIZE(trace_points), points);
    CHECK_EQ(ARRAY_SPREAD_SIZE(trace_blocks), blocks);
}

TEST("with own cost subtracted, an empty block's time is 0, and no time is negative")
{
    TRACE_BLOCK_DEF(empty);
    struct trace_block_stats s, less;

    trace_block_reset(&empty);
    for (int i = 0; i < 1000; i++) {
        trace_block_enter(&empty);
        trace_block_leave(&empty);
    }
    trace_block_get_stats(&empty, &s);
    less = s;
    trace_block_stats_less_own(&less);
    CHECK(less.avg_ns < s.avg_ns || s.avg_ns == 0);
    CHECK(less.sum_ns < s.sum_ns || s.sum_ns == 0);
    CHECK(less.max_ns <= s.max_ns && less.min_ns <= s.min_ns);
    s = (struct trace_block_stats){.count = 5};
    trace_block_stats_less_own(&s);
    CHECK_EQ(s.sum_ns + s.min_ns + s.net_avg_ns + s.self_sum_ns, 0);
}
