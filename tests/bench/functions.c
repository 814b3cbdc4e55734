/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function tracing: instructions. The cost of the same function without instrumentation is subtracted, so the
 * result includes the calls of the hooks and the registers saved for them.
 */
#include <spoor/config.h>

/* What is recorded must fit into the ring. */
#if CONFIG_TRACE_PATCHED > 1 || !(CONFIG_TRACE_PATCHED || CONFIG_TRACE_FUNCTION_PATCHED)
#define BENCH_TURNS 20u
#endif
#define BENCH_PREPARE prepare
#include <errno.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/function.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/bench.h>
#include "calls.h"

static void prepare(void)
{
    trace_rings_clear();
    (void)traced(0);
}

static __attribute__((noinline)) void with(void)
{
    for (uint32_t turn = BENCH_TURNS; turn != 0; turn--) {
        BENCH_COLD;
        (void)traced(1);
    }
}

static __attribute__((noinline)) void without(void)
{
    for (uint32_t turn = BENCH_TURNS; turn != 0; turn--) {
        BENCH_COLD;
        (void)plain(1);
    }
}

static void measure(const char *variant)
{
    const struct bench bench = {with, without, BENCH_PREPARE, BENCH_TURNS, BENCH_RUNS};

    bench_loops("function_pair", variant, &bench);
}

#if CONFIG_TRACE_FUNCTION_PATCHED
#define OFF "first"
#elif CONFIG_TRACE_PATCHED
#define OFF "patched"
#else
#define OFF "off"
#endif

#if CONFIG_TRACE_PATCHED <= 1

TEST("the cost of an instrumented function that is not traced")
{
    measure(OFF);
}

#endif
#if CONFIG_TRACE_PATCHED > 1

static struct trace_client client;

TEST("the cost of a function that is switched on and recorded")
{
    CHECK_EQ(trace_functions_switch(0, UINT32_MAX, true), 1);
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_FUNCTION | TRACE_SWITCH), 0);
    measure("first_on");
}

#elif CONFIG_TRACE_PATCHED || CONFIG_TRACE_FUNCTION_PATCHED

TEST("a function that is patched off isn't counted")
{
    struct trace_function f;

    trace_function_table_run(true);
    (void)traced(0);
    trace_function_table_run(false);
    CHECK_EQ(trace_function_table_find((uint32_t)(uintptr_t)traced, &f), -ENOENT);
}

#else

static struct trace_client client;

TEST("the cost of a recorded function")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_FUNCTION | TRACE_SWITCH), 0);
    measure("on");
}

static struct thread excluded;
THREAD_STACK(excluded_stack, 512);

static void exclude_itself(void *arg)
{
    (void)arg;
    trace_function_exclude_context(spoor_port_context(), true);
}

TEST("the cost of a recorded function after an excluded thread ended")
{
    const struct thread_attr attr = {
        .name = "excluded",
        .entry = exclude_itself,
        .priority = (uint8_t)thread_priority(thread_self()),
        .stack = excluded_stack,
        .stack_bytes = sizeof excluded_stack,
    };

    REQUIRE(thread_create(&excluded, &attr) == 0);
    CHECK_EQ(thread_join(&excluded, NULL, 1000), 0);
    measure("excluded_ended");
}

TEST("the cost of a function recorded because of a filter")
{
    const struct trace_function_filter all = {.begin = 0, .end = UINT32_MAX};

    CHECK_EQ(trace_function_filter_add(&all), 0);
    measure("filtered");
    trace_function_filters_clear();
}

TEST("the cost of a function recorded with its context, without switches")
{
    CHECK_EQ(trace_service_stop(&client, TRACE_SWITCH), 0);
    measure("alone");
}

TEST("the cost of a function counted in the table")
{
    CHECK_EQ(trace_service_stop(&client, TRACE_FUNCTION), 0);
    trace_function_table_run(true);
    measure("table");
    trace_function_table_run(false);
}

#endif
