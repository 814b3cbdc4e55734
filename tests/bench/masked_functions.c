/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions, recorded and counted in the table: how long their hooks mask interrupts. */
#include <spoor/event.h>
#include <spoor/function.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include "masked.h"

uint32_t traced(uint32_t x);

static struct trace_client client;
static struct trace_function place;

static void empty(void)
{
    trace_rings_clear();
}

static void in_part(void)
{
    trace_rings_clear();
    traced(0);
}

static void ring_full(void)
{
    masked_fill(CONFIG_TRACE_RING_SUBBUFS);
}

MASKED("function_off", NULL, traced(1))

TEST("recording of functions starts")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_FUNCTION | TRACE_SWITCH), 0);
}

MASKED("function", in_part, traced(1))
MASKED("function_opens_subbuf", empty, traced(1))
MASKED("function_dropped", ring_full, traced(1))

TEST("the maximum number of filters is set, and the last one matches the function")
{
    for (uint32_t n = 1; n < CONFIG_TRACE_FUNCTION_FILTERS; n++) {
        const struct trace_function_filter nothing = {.begin = UINT32_MAX - n, .end = UINT32_MAX};

        CHECK_EQ(trace_function_filter_add(&nothing), 0);
    }
    const struct trace_function_filter all = {.begin = 0, .end = UINT32_MAX};

    CHECK_EQ(trace_function_filter_add(&all), 0);
}

MASKED("function_filtered", in_part, traced(1))

TEST("the table is started, without filters and recording")
{
    trace_function_filters_clear();
    CHECK_EQ(trace_service_stop(&client, TRACE_FUNCTION | TRACE_SWITCH), 0);
    trace_function_table_run(true);
}

static void nothing_open(void)
{
    trace_context_end(spoor_port_context());
}

MASKED("function_table", NULL, traced(1))
MASKED("function_table_first", trace_function_table_reset, traced(1))

/* The hooks themselves, which the compiler calls at entry and exit of a function. */
void __cyg_profile_func_enter(void *fn, void *site);
void __cyg_profile_func_exit(void *fn, void *site);

#define FN(n) ((void *)(0x1000u + 2u * (n)))

static void open_all(void)
{
    nothing_open();
    for (uint32_t n = 0; n < CONFIG_TRACE_FUNCTION_DEPTH; n++) {
        __cyg_profile_func_enter(FN(n), NULL);
    }
}

static void open_beyond(void)
{
    open_all();
    __cyg_profile_func_enter(FN(0), NULL);
}

static void fill_table(void)
{
    nothing_open();
    trace_function_table_reset();
    for (uint32_t n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        __cyg_profile_func_enter(FN(n), NULL);
        __cyg_profile_func_exit(FN(n), NULL);
    }
}

MASKED("function_table_deep", open_all, __cyg_profile_func_exit(FN(CONFIG_TRACE_FUNCTION_DEPTH - 1), NULL))
MASKED("function_table_long_jump", open_all, __cyg_profile_func_exit(FN(0), NULL))
MASKED("function_table_unmatched", open_all, __cyg_profile_func_exit(FN(100), NULL))
MASKED("function_table_too_deep", open_all, __cyg_profile_func_enter(FN(0), NULL))
MASKED("function_table_beyond", open_beyond, __cyg_profile_func_exit(FN(0), NULL))
MASKED("function_table_full", fill_table, traced(1))
MASKED("function_table_get", NULL, trace_function_table_get(0, &place))
MASKED("function_table_reset", NULL, trace_function_table_reset())

TEST("the table is stopped")
{
    trace_function_table_run(false);
}

static void clear_filters(void)
{
    trace_function_filters_clear();
}

static void add_filter(void)
{
    const struct trace_function_filter nothing = {.begin = 1, .end = 2};

    trace_function_filter_add(&nothing);
}

MASKED("function_filter_add", clear_filters, add_filter())
MASKED("function_exclude", NULL, trace_function_exclude_context(spoor_port_context(), true))
MASKED("function_include", NULL, trace_function_exclude_context(spoor_port_context(), false))
