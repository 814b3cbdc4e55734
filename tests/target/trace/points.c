/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace points on the target: names and locations, the switch, and exact counts under interrupts and
 * preemption. */
#include <string.h>
#include <kernel/thread.h>
#include <spoor/trace.h>
#include <test/jitter.h>
#include <test/test.h>

TRACE_POINT_DEF(named);
TRACE_POINT_DEF(second, "by two arguments");
TRACE_POINT_DEF(contended);

static void anonymous(void)
{
    trace_point("anonymous");
}

static const struct trace_point *defined_in_a_function(void)
{
    TRACE_POINT_DEF(local_point);

    trace_point_set(&local_point);
    return &local_point;
}

TEST("a point defined in a function has the function's name")
{
    CHECK_STR(trace_point_get_location_func(defined_in_a_function()), "defined_in_a_function");
}

TEST("an anonymous point counts and has a name, file, line and function")
{
    struct trace_point *p = trace_point_find("anonymous");

    REQUIRE(p != NULL);
    uint32_t before = trace_point_get_value(p);

    anonymous();
    anonymous();
    CHECK_EQ(trace_point_get_value(p) - before, 2);
    CHECK_STR(trace_point_get_name(p), "anonymous");
    CHECK_STR(trace_point_get_location_func(p), "anonymous");
    CHECK(strstr(trace_point_desc(p)->location.at.file, "tests/target/trace/points.c") != NULL);
    CHECK(trace_point_desc(p)->location.at.line > 0);
}

TEST("both forms of TRACE_POINT_DEF name a point")
{
    CHECK_STR(trace_point_get_name(&named), "named");
    CHECK_STR(trace_point_get_name(&second), "by two arguments");
    trace_point_set(&second);
    CHECK_EQ(trace_point_get_value(&second), 1);
}

TEST("a point that is off keeps its count, and counts again when switched on")
{
    trace_point_set(&named);
    trace_point_enable(&named, false);
    trace_point_set(&named);
    CHECK_EQ(trace_point_get_value(&named), 1);
    trace_point_enable(&named, true);
    trace_point_set(&named);
    CHECK_EQ(trace_point_get_value(&named), 2);
    trace_point_reset(&named);
    CHECK_EQ(trace_point_get_value(&named), 0);
}

#define VISITS 200000

static void count_in_interrupt(void)
{
    trace_point_set(&contended);
}

static void visit_many(void *arg)
{
    (void)arg;
    for (int i = 0; i < VISITS; i++) {
        trace_point_set(&contended);
    }
}

TEST("no visit is lost under jittered, nested interrupts and preemption")
{
    static struct thread threads[2];
    THREAD_STACK(stack0, 512);
    THREAD_STACK(stack1, 512);
    const struct thread_attr attrs[2] = {
        {.name = "visit0", .entry = visit_many, .priority = 5, .stack = stack0, .stack_bytes = sizeof stack0},
        {.name = "visit1", .entry = visit_many, .priority = 5, .stack = stack1, .stack_bytes = sizeof stack1},
    };

    trace_point_reset(&contended);
    if (jitter_start(20000, count_in_interrupt, count_in_interrupt) != 0) {
        test_skip("no spare timer");
    }
    for (int i = 0; i < 2; i++) {
        REQUIRE(thread_create(&threads[i], &attrs[i]) == 0);
    }
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(thread_join(&threads[i], NULL, WAIT_FOREVER), 0);
    }
    jitter_stop();
    CHECK(jitter_outer_count() > 20);
    CHECK(jitter_inner_count() > 5);
    CHECK_EQ(trace_point_get_value(&contended), 2 * VISITS + jitter_outer_count() + jitter_inner_count());
}
