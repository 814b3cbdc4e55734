/* SPDX-License-Identifier: BSD-2-Clause */
/* Clients of services, and filters by threads and CPUs. */
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/filter.h>
#include <spoor/service.h>
#include <test/test.h>
#include "expect.h"
#include "walk.h"

TRACE_EVENT_DEF(mine, TRACE_USER, "n");

TEST("a service runs until the last of two clients stops it")
{
    static struct trace_client a, b;

    CHECK_EQ(trace_service_start(&a, TRACE_USER), -2 /* ENOENT */);
    REQUIRE(trace_client_register(&a, "a") == 0 && trace_client_register(&b, "b") == 0);
    CHECK(trace_client_register(&a, "a") != 0);
    CHECK(!trace_event_is_on(mine));
    trace_service_start(&a, TRACE_USER);
    trace_service_start(&b, TRACE_USER | TRACE_IRQ);
    trace_service_stop(&a, TRACE_USER);
    CHECK(trace_event_is_on(mine));
    trace_event_enable(&mine, false);
    CHECK(!trace_event_is_on(mine));
    trace_event_enable(&mine, true);
    CHECK(trace_event_is_on(mine));
    trace_client_unregister(&b);
    CHECK(!trace_event_is_on(mine));
    CHECK_EQ(trace_services(), 0);
    trace_client_unregister(&a);
}

static void emit_mine(void *arg)
{
    (void)arg;
    for (uint32_t n = 0; n < 10; n++) {
        trace_event(mine, 1);
    }
}

static uint32_t mine_by(uint32_t who)
{
    uint32_t n = 0;

    for (unsigned i = 0; i < kept_count; i++) {
        n += kept[i].id == event_id_of(&mine) && kept[i].words[0] == who;
    }
    return n;
}

TEST("of an excluded thread only switches from or to other threads are recorded")
{
    uint32_t kept_out;

    expect_begin(TRACE_USER | TRACE_SWITCH);
    expect_helper(emit_mine, -1);
    trace_filter_set_mode(TRACE_FILTER_EXCLUDE);
    CHECK_EQ(trace_filter_thread(thread_id(&expected_helper), true), 0);
    CHECK_EQ(thread_join(&expected_helper, NULL, WAIT_FOREVER), 0);
    trace_event(mine, 0);
    kept_out = trace_rings[0].unrecorded;
    trace_filter_clear();
    expect_end();
    CHECK_EQ(mine_by(1), 0);
    CHECK_EQ(mine_by(0), 1);
    CHECK(kept_out >= 10);
    expect_switch(&expected_helper, JOIN);
    expect_wake(thread_self(), GIVEN, &expected_helper);
    expect_switch(thread_self(), EXITED);
}

TEST("with the filter mode only, just the chosen thread records")
{
    expect_begin(TRACE_USER | TRACE_SWITCH);
    expect_helper(emit_mine, -1);
    CHECK_EQ(trace_filter_thread(thread_id(&expected_helper), true), 0);
    trace_filter_set_mode(TRACE_FILTER_ONLY);
    CHECK_EQ(thread_join(&expected_helper, NULL, WAIT_FOREVER), 0);
    trace_event(mine, 0);
    trace_filter_clear();
    trace_event(mine, 2);
    expect_end();
    CHECK_EQ(mine_by(1), 10);
    CHECK_EQ(mine_by(0), 0);
    CHECK_EQ(mine_by(2), 1);
}

TEST("an excluded CPU records nothing, interrupts included")
{
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    expect_begin(TRACE_USER | TRACE_IRQ);
    CHECK_EQ(trace_filter_cpu(0, true), 0);
    trace_event(mine, 1);
    thread_sleep(3);
    CHECK_EQ(trace_filter_cpu(0, false), 0);
    trace_event(mine, 2);
    CHECK(trace_rings[0].unrecorded >= 3);
    CHECK(trace_filter_cpu(CONFIG_CPUS, true) != 0);
    expect_end();
    CHECK_EQ(kept[0].words[0], 2);
}
