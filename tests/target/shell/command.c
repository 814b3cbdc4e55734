/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_events: its output and its options. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/filter.h>
#include <spoor/port/hooks.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/trace.h>
#include <spoor/visits.h>
#include <spoor/shell/shell.h>
#include <test/output.h>
#include <test/test.h>

TRACE_EVENT_DEF(shell_ev, TRACE_USER, "n");
TRACE_EVENT_DEF(other_ev, TRACE_USER);

const char *const spoor_shell_prompt = NULL; /* the tests run the lines */

static struct trace_client friend;

static char output[4096];

/* Run a line and capture its output in `output`. */
static int run(const char *line)
{
    test_output_begin(output, sizeof output);
    int result = spoor_shell_run(line);

    test_output_end();
    return result;
}

#define CHECK_OUTPUT(line, result, text)                                                                     \
    do {                                                                                                     \
        CHECK_EQ(run(line), (result));                                                                       \
        CHECK_STR(output, (text));                                                                           \
    } while (0)

static bool says(const char *text)
{
    if (strstr(output, text) != NULL) {
        return true;
    }
    test_note("\"%s\" not found in: %s", text, output);
    return false;
}

/* The last number of the output. */
static long last_number(void)
{
    return strtol(strrchr(output, ' '), NULL, 10);
}

TEST("an event is enabled by name, without others of its service")
{
    CHECK_EQ(run("trace_events -a shell_ev"), 0);
    CHECK_STR(output, "enabled 1 events\n");
    CHECK(trace_event_is_on(shell_ev));
    CHECK(!trace_event_is_on(other_ev));
    CHECK_EQ(trace_services(), TRACE_USER);
}

TEST("the table shows name, service and state")
{
    CHECK_EQ(run("trace_events -s shell_ev other_ev"), 0);
    CHECK(says("Service"));
    CHECK(says("shell_ev  user     yes"));
    CHECK(says("other_ev  user     no"));
    CHECK_EQ(run("trace_events"), 0);
    CHECK(says("sched_switch"));
    CHECK(says("irq_enter"));
}

TEST("events are selected by pattern and by ID")
{
    CHECK_EQ(run("trace_events -a o*_ev"), 0);
    CHECK(trace_event_is_on(other_ev));
    CHECK_EQ(run("trace_events -d *_ev"), 0);
    CHECK_STR(output, "disabled 2 events\n");
    CHECK(!trace_event_is_on(other_ev) && !trace_event_is_on(shell_ev));
    CHECK_EQ(run("trace_events -s 16"), 0);
    CHECK(strstr(output, "16") != NULL);
}

TEST("a service runs while any client wants it")
{
    REQUIRE(trace_client_register(&friend, "friend") == 0);
    CHECK_EQ(run("trace_events -a service:user"), 0);
    CHECK(trace_event_is_on(shell_ev) && trace_event_is_on(other_ev));
    CHECK_EQ(trace_service_start(&friend, TRACE_USER | TRACE_TIMER), 0);
    CHECK_EQ(run("trace_events -b"), 0);
    CHECK(says("client friend: timer user\n"));
    CHECK(says("client shell: user\n"));
    CHECK_EQ(run("trace_events -d service:user"), 0);
    CHECK(says("friend still uses some of them\n"));
    CHECK(trace_event_is_on(shell_ev));
    CHECK_EQ(trace_client_unregister(&friend), 0);
    CHECK(!trace_event_is_on(shell_ev));
    CHECK_EQ(trace_services(), 0);
}

TEST("losses are shown and cleared")
{
    CHECK_EQ(run("trace_events -m stream -c -a service:user"), 0);
    for (int n = 0; n < 4000; n++) {
        trace_event(shell_ev, n);
    }
    CHECK_EQ(run("trace_events -s shell_ev"), 0);
    CHECK(last_number() > 2000);
    CHECK_EQ(run("trace_events -b"), 0);
    CHECK(says(" of 8"));
    CHECK_EQ(run("trace_events -c -s shell_ev"), 0);
    CHECK_EQ(last_number(), 0);
    CHECK_EQ(run("trace_events -d service:user"), 0);
}

static struct thread narrow;
THREAD_STACK(narrow_stack, 256);

/* Use the stack except for some 100 bytes. */
static void narrow_run(void *arg)
{
    volatile uint8_t used[sizeof narrow_stack - 2 * HAL_CONTEXT_BYTES - 200];

    (void)arg;
    for (unsigned i = 0; i < sizeof used; i++) {
        used[i] = 1;
    }
    thread_sleep(10);
    thread_exit(used[0]);
}

TEST("when stacks are switched on, a thread without room for them is named, once")
{
    CHECK_EQ(thread_create(&narrow, &(struct thread_attr){.name = "narrow",
                                                          .entry = narrow_run,
                                                          .priority = THREAD_PRIORITY_MAX,
                                                          .stack = narrow_stack,
                                                          .stack_bytes = sizeof narrow_stack}),
             0);
    CHECK_EQ(run("trace_events -k shell_ev 4"), 0);
    test_note("%s", output);
    CHECK(strncmp(output, "thread narrow: ", 15) == 0);
    CHECK(strstr(output, ";\n  its stacks may end after one frame\n") != NULL);
    CHECK(strstr(output + 1, "thread ") == NULL);
    CHECK_OUTPUT("trace_events -k shell_ev 0", 0, "");
    CHECK_OUTPUT("trace_events -k shell_ev 4", 0, "");
    CHECK_OUTPUT("trace_events -k shell_ev 0", 0, "");
    CHECK_EQ(thread_join(&narrow, NULL, 1000), 0);
}

TEST("mode and stack depth are set")
{
    CHECK_EQ(run("trace_events -m overwrite -k shell_ev 4"), 0);
    CHECK_EQ(trace_rings[0].mode, SPOOR_WIRE_MODE_OVERWRITE);
    CHECK_EQ(shell_ev.flags & TRACE_EVENT_DEPTH, 4);
    CHECK_EQ(run("trace_events -m stream -k shell_ev 0"), 0);
    CHECK_EQ(shell_ev.flags & TRACE_EVENT_DEPTH, 0);
}

TRACE_POINT_DEF(shell_point);
TRACE_BLOCK_DEF(shell_block);

TEST("points and blocks record their visits when enabled")
{
    uint32_t read = 0;

    CHECK_EQ(run("trace_points -e shell_point"), 0);
    CHECK(says("shell_point: recorded\n"));
    CHECK_EQ(run("trace_blocks -e shell_block"), 0);
    CHECK(trace_block_is_recorded(&shell_block));
    CHECK_EQ(run("trace_events -c -a service:user -s"), 0);
    CHECK(says("shell_point"));
    CHECK(says("shell_block"));
    trace_point_set(&shell_point);
    trace_block_enter(&shell_block);
    trace_block_leave(&shell_block);
    CHECK_EQ(run("trace_events -d service:user"), 0);
    trace_rings_stop(true);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct trace_subbuf *p = trace_ring_oldest(cpu);

        read += p != NULL ? p->head.used_words : 0;
    }
    CHECK_EQ(read, 1 + 2);
    trace_rings_clear();
    CHECK_EQ(run("trace_points -E shell_point"), 0);
    CHECK_EQ(run("trace_blocks -E shell_block"), 0);
    CHECK(!trace_point_is_recorded(&shell_point) && !trace_block_is_recorded(&shell_block));
}

#define POINTS_4(n)                                                                                          \
    TRACE_POINT_DEF(n##0);                                                                                   \
    TRACE_POINT_DEF(n##1);                                                                                   \
    TRACE_POINT_DEF(n##2);                                                                                   \
    TRACE_POINT_DEF(n##3)
#define POINTS_16(n)                                                                                         \
    POINTS_4(n##0);                                                                                          \
    POINTS_4(n##1);                                                                                          \
    POINTS_4(n##2);                                                                                          \
    POINTS_4(n##3)

POINTS_16(more_0);
POINTS_16(more_1);
POINTS_16(more_2);
POINTS_16(more_3);

TEST("points beyond the number of IDs are refused, and all can be disabled")
{
    REQUIRE(trace_point_id(&more_000) < CONFIG_TRACE_IDS && trace_point_id(&more_333) >= CONFIG_TRACE_IDS);
    CHECK_EQ(run("trace_points -e more_*"), -ENOSPC);
    CHECK(says("only 72 IDs exist; see CONFIG_TRACE_IDS\n"));
    CHECK(trace_point_is_recorded(&more_000) && !trace_point_is_recorded(&more_333));
    CHECK_EQ(run("trace_points -E more_333"), 0);
    CHECK_EQ(run("trace_points -E *"), 0);
    CHECK(!trace_point_is_recorded(&more_000));
}

TEST("threads are filtered by name and by ID")
{
    CHECK_EQ(run("trace_events --thread main"), 0);
    CHECK(trace_filtering);
    CHECK(!trace_filter_excludes_thread(thread_id(thread_self())));
    CHECK(trace_filter_excludes_thread(thread_id(thread_self()) + 1));
    CHECK_EQ(run("trace_events --thread !main"), 0);
    CHECK(trace_filter_excludes_thread(thread_id(thread_self())));
    CHECK_EQ(run("trace_events --thread all --cpu all"), 0);
    CHECK(!trace_filtering);
}

#define SERVICES_LISTED                                                                                      \
    "switch irq tick ipc\n   ipc_short sync thread timer fault memory function user sync_all sample.\n"

TEST("an error names the wrong word, and the command has no effect")
{
    CHECK_OUTPUT("trace_events -a service:user nope", -ENOENT,
                 "trace_events: no event is named \"nope\"; see trace_events -s\n");
    CHECK_OUTPUT("trace_events -a service:nope", -ENOENT,
                 "trace_events: no service is named \"nope\"; the services are " SERVICES_LISTED);
    CHECK_OUTPUT("trace_stream on user nope", -ENOENT,
                 "trace_stream: no service is named \"nope\"; the services are " SERVICES_LISTED);
    CHECK_OUTPUT("trace_events -c -m sideways", -EINVAL,
                 "trace_events: -m \"sideways\": the modes are stream, overwrite and stop\n");
    CHECK_OUTPUT("trace_events -k shell_ev 16", -EINVAL,
                 "trace_events: -k: \"16\" isn't a number of frames, 0 to 15\n");
    CHECK_OUTPUT("trace_events -a", -EINVAL, "trace_events: -a needs ID...\n");
    CHECK_OUTPUT("trace_events -x", -EINVAL, "trace_events: -x: no such option; see trace_events -h\n");
    CHECK_OUTPUT("trace_events --thread nobody", -ENOENT, "trace_events: no thread \"nobody\"; see ps\n");
    CHECK_EQ(run("trace_events --cpu 99"), -ENOENT);
    CHECK_EQ(trace_services(), 0);
}

TEST("help names every service")
{
    CHECK_EQ(run("trace_events -h"), 0);
    CHECK(says("usage: trace_events [-h]"));
    CHECK(says("NAME of switch irq\n   tick ipc ipc_short sync thread timer fault memory function user "
               "sync_all\n   sample.\n"));
    CHECK(test_longest_line(output) < SPOOR_SHELL_SCREEN_COLUMNS);
}
