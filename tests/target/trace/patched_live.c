/* SPDX-License-Identifier: BSD-2-Clause */
/* Points, blocks and events whose instructions the program exchanges, because its code is in RAM. */
#include <spoor/event.h>
#include <spoor/service.h>
#include <spoor/sites.h>
#include <spoor/trace.h>
#include <test/jitter.h>
#include <test/test.h>

TRACE_POINT_DEF(counted);
TRACE_POINT_DEF(toggled);
TRACE_BLOCK_DEF(paired);
TRACE_BLOCK_DEF(scoped);
TRACE_EVENT_DEF(recorded, TRACE_USER, "value");

static struct trace_client client;
static uint32_t evaluated;

/* Distant code, so that the branches differ: the compiler may not merge these. */
static __attribute__((noinline)) void visit_twice(void)
{
    trace_point_set(&counted);
    __asm__ volatile("");
    trace_point_set(&counted);
}

static __attribute__((noinline)) void visit_scope(void)
{
    TRACE_BLOCK_SCOPE(&scoped);
    __asm__ volatile("");
}

static __attribute__((noinline)) void record(void)
{
    trace_event(recorded, evaluated++);
}

TEST("a point that is switched off has no site that is on, and counts nothing until it is on again")
{
    visit_twice();
    CHECK_EQ(trace_point_get_value(&counted), 2);
    CHECK_EQ(trace_sites_of(&counted), TRACE_SITES_ON);
    for (unsigned n = 1; n <= 3; n++) {
        trace_point_enable(&counted, false);
        CHECK_EQ(trace_sites_of(&counted), TRACE_SITES_OFF);
        visit_twice();
        CHECK_EQ(trace_point_get_value(&counted), 2 * n);
        trace_point_enable(&counted, true);
        CHECK_EQ(trace_sites_of(&counted), TRACE_SITES_ON);
        visit_twice();
        CHECK_EQ(trace_point_get_value(&counted), 2 * n + 2);
    }
}

TEST("an event is switched with its service, and its words are evaluated only while it is on")
{
    REQUIRE(trace_client_register(&client, "patched") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    CHECK_EQ(trace_sites_of(&recorded), TRACE_SITES_ON);
    record();
    CHECK_EQ(evaluated, 1);
    CHECK_EQ(trace_service_stop(&client, TRACE_USER), 0);
    CHECK_EQ(trace_sites_of(&recorded), TRACE_SITES_OFF);
    record();
    CHECK_EQ(evaluated, 1);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    record();
    CHECK_EQ(evaluated, 2);
}

TEST("a block that is switched off during a visit still ends it")
{
    trace_block_enter(&paired);
    trace_block_enable(&paired, false);
    CHECK_EQ(trace_sites_of(&paired), TRACE_SITES_PART); /* the ends are on */
    trace_block_leave(&paired);
    CHECK_EQ(paired.count, 0);
    trace_block_enter(&paired);
    trace_block_leave(&paired);
    CHECK_EQ(paired.count, 0);
    trace_block_enable(&paired, true);
    CHECK_EQ(trace_sites_of(&paired), TRACE_SITES_ON);
    trace_block_enter(&paired);
    trace_block_leave(&paired);
    CHECK_EQ(paired.count, 1);
    CHECK_EQ(paired.unmatched_enter + paired.unmatched_leave, 0);
}

TEST("a scope that is switched on or off within it is measured as its begin was")
{
    visit_scope();
    CHECK_EQ(scoped.count, 1);
    {
        TRACE_BLOCK_SCOPE(&scoped);
        trace_block_enable(&scoped, false);
    }
    CHECK_EQ(scoped.count, 1);
    {
        TRACE_BLOCK_SCOPE(&scoped);
        trace_block_enable(&scoped, true);
    }
    CHECK_EQ(scoped.count, 1);
    visit_scope();
    CHECK_EQ(scoped.count, 2);
}

static volatile uint32_t switches;

static void toggle(void)
{
    trace_point_enable(&toggled, switches % 2 != 0);
    switches++;
}

/* The thread visits the point between two readings of the number of switches, and knows its state if they
 * agree. */
TEST("each visit counts as the last switch says, while an interrupt switches the site")
{
    uint32_t known = 0, unknown = 0, before = trace_point_get_value(&toggled);

    REQUIRE(jitter_start(20000, toggle, NULL) == 0);
    while (switches < 400) {
        uint32_t at = switches;

        __asm__ volatile("" ::: "memory");
        trace_point_set(&toggled);
        __asm__ volatile("" ::: "memory");
        bool same = switches == at;

        unknown += !same;
        known += same && at % 2 == 0;
    }
    jitter_stop();
    uint32_t counted_now = trace_point_get_value(&toggled) - before;

    test_note("%lu visits while on, %lu during a switch", (unsigned long)known, (unsigned long)unknown);
    CHECK(known > 1000);
    CHECK(counted_now >= known && counted_now <= known + unknown);
}
