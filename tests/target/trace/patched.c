/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is switched by instructions, as built and after `spoor switch`. Each test expects what the state of
 * the sites says, and the state is printed, so that tests/host/tool/switch.check knows it.
 */
#include <string.h>
#include <spoor/event.h>
#include <spoor/service.h>
#include <spoor/shell/shell.h>
#include <spoor/sites.h>
#include <spoor/trace.h>
#include <spoor/core/ring.h>
#include <test/output.h>
#include <test/test.h>

#define VISITS 5u

TRACE_POINT_DEF(counted);
TRACE_POINT_DEF(twice);
TRACE_POINT_DEF(everywhere);
TRACE_POINT_DEF(unused);
TRACE_BLOCK_DEF(paired);
TRACE_BLOCK_DEF(scoped);
TRACE_EVENT_DEF(recorded, TRACE_USER, "value");

static struct trace_client client;
static uint32_t evaluated;

static __attribute__((noinline)) void visit_all(void)
{
    trace_point_set(&counted);
    trace_point_set(&twice);
    trace_block_enter(&paired);
    trace_event(recorded, evaluated++);
    trace_block_leave(&paired);
    TRACE_BLOCK_SCOPE(&scoped);
    trace_point_set(&twice);
}

static __attribute__((noinline)) void visit_any(struct trace_point *p)
{
    trace_point_set(p);
}

static bool is_on(const void *use)
{
    enum trace_sites state = trace_sites_of(use);

    CHECK(state == TRACE_SITES_ON || state == TRACE_SITES_OFF);
    return state == TRACE_SITES_ON;
}

TEST("what is on counts each visit, and what is patched off none")
{
    struct trace_block_stats pair, scope;

    REQUIRE(trace_client_register(&client, "patched") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    for (unsigned n = 0; n < VISITS; n++) {
        visit_all();
    }
    trace_block_get_stats(&paired, &pair);
    trace_block_get_stats(&scoped, &scope);
    CHECK_EQ(trace_point_get_value(&counted), is_on(&counted) ? VISITS : 0);
    CHECK_EQ(trace_point_get_value(&twice), is_on(&twice) ? 2 * VISITS : 0);
    CHECK_EQ(pair.count, is_on(&paired) ? VISITS : 0);
    CHECK_EQ(pair.unmatched_enter + pair.unmatched_leave, 0);
    CHECK_EQ(scope.count, is_on(&scoped) ? VISITS : 0);
    test_note("counted %lu %lu %lu %lu, evaluated %lu", (unsigned long)trace_point_get_value(&counted),
              (unsigned long)trace_point_get_value(&twice), (unsigned long)pair.count,
              (unsigned long)scope.count, (unsigned long)evaluated);
}

TEST("the words of an event that is patched off aren't evaluated")
{
    CHECK_EQ(evaluated, is_on(&recorded) ? VISITS : 0);
}

TEST("a pointer that is only known at run time has no site")
{
    visit_any(&everywhere);
    CHECK_EQ(trace_point_get_value(&everywhere), 1);
    CHECK_EQ(trace_sites_of(&everywhere), TRACE_SITES_NONE);
    CHECK_EQ(trace_sites_of(&unused), TRACE_SITES_NONE);
}

TEST("what is switched off by its word stays off at a site that is on")
{
    uint32_t before = trace_point_get_value(&counted);

    trace_point_enable(&counted, false);
    visit_all();
    CHECK_EQ(trace_point_get_value(&counted), before);
    trace_point_enable(&counted, true);
    visit_all();
    CHECK_EQ(trace_point_get_value(&counted), is_on(&counted) ? before + 1 : 0);
}

static const char *run(const char *line)
{
    static char text[512];

    test_output_begin(text, sizeof text);
    (void)spoor_shell_run(line);
    test_output_end();
    return text;
}

TEST("the shell shows what is patched off")
{
    CHECK_EQ(strstr(run("trace_points -s counted"), "patched off") != NULL, !is_on(&counted));
    CHECK_EQ(strstr(run("trace_points -i counted"), "on, patched off") != NULL, !is_on(&counted));
    CHECK_EQ(strstr(run("trace_points -a counted"), "1 patched off") != NULL, !is_on(&counted));
    CHECK_EQ(strstr(run("trace_blocks -s paired"), "patched off") != NULL, !is_on(&paired));
    CHECK_EQ(strstr(run("trace_events -s recorded"), "patched off") != NULL, !is_on(&recorded));
    CHECK(strstr(run("trace_points -s everywhere"), "yes") != NULL);
}
