/* SPDX-License-Identifier: BSD-2-Clause */
/* Names and the wall clock are sent to the host: the name of an object without a symbol, of an interrupt, and
 * of a thread that ends at once. The test prints what the host must find:
 *
 *     # shown TEXT        in the text of `spoor dump`
 *     # wall MS           in its header
 */
#include <stdlib.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/named.h>
#include <spoor/session.h>
#include <spoor/stream.h>
#include <test/test.h>

#define WALL_MS UINT64_C(1790000000000)

TRACE_EVENT_DEF(about, TRACE_USER, "object:ptr");

static struct thread brief;
THREAD_STACK(brief_stack, 512);

static void end_at_once(void *arg)
{
    (void)arg;
}

TEST("an object keeps its name until the name is removed, and naming fails when the table is full")
{
    static char objects[CONFIG_TRACE_NAMED + 1];
    const char *name;
    uint32_t maker;

    for (unsigned n = 0; n < CONFIG_TRACE_NAMED; n++) {
        CHECK_EQ(trace_name(&objects[n], "one of many"), 0);
    }
    CHECK(trace_name(&objects[CONFIG_TRACE_NAMED], "too many") != 0);
    CHECK(trace_named(CONFIG_TRACE_NAMED - 1, &name, &maker) != NULL);
    CHECK(trace_named(CONFIG_TRACE_NAMED, &name, &maker) == NULL);
    for (unsigned n = 0; n < CONFIG_TRACE_NAMED; n++) {
        CHECK_EQ(trace_name(&objects[n], NULL), 0);
    }
    CHECK(trace_named(0, &name, &maker) == NULL);
}

TEST("in a full table, a name replaces the kind of another object")
{
    static char objects[CONFIG_TRACE_NAMED + 2];
    const char *name = "";
    uint32_t maker = 0;

    for (unsigned n = 0; n < CONFIG_TRACE_NAMED; n++) {
        CHECK_EQ(trace_name_kind(&objects[n], "queue", 7), 0);
    }
    CHECK(trace_name_kind(&objects[CONFIG_TRACE_NAMED], "queue", 7) != 0);
    CHECK_EQ(trace_name(&objects[CONFIG_TRACE_NAMED - 1], "its name"), 0);
    CHECK_EQ(trace_name(&objects[CONFIG_TRACE_NAMED], "another's"), 0);
    CHECK(trace_named(0, &name, &maker) == &objects[CONFIG_TRACE_NAMED] && maker == 0);
    CHECK(trace_named(1, &name, &maker) == &objects[1] && maker == 7);
    CHECK(trace_named(CONFIG_TRACE_NAMED - 1, &name, &maker) == &objects[CONFIG_TRACE_NAMED - 1] &&
          maker == 0);
    CHECK_EQ(trace_name(&objects[CONFIG_TRACE_NAMED + 1], NULL), 0);
    CHECK(trace_named(CONFIG_TRACE_NAMED - 1, &name, &maker) != NULL);
    for (unsigned n = 0; n <= CONFIG_TRACE_NAMED; n++) {
        CHECK_EQ(trace_name(&objects[n], NULL), 0);
    }
    CHECK(trace_named(0, &name, &maker) == NULL);
}

TEST("names and the wall clock are sent")
{
    const struct thread_attr attr = {.name = "brief",
                                     .entry = end_at_once,
                                     .priority = CONFIG_MAIN_PRIORITY + 1,
                                     .stack = brief_stack,
                                     .stack_bytes = sizeof brief_stack};
    void *object = malloc(8), *pair[2] = {malloc(8), malloc(8)};

    REQUIRE(object != NULL && pair[0] != NULL && pair[1] != NULL);
    CHECK_EQ(trace_name_kind(pair[0], "queue", thread_self()->trace.number), 0);
    CHECK_EQ(trace_name_kind(pair[1], "queue", thread_self()->trace.number), 0);
    CHECK_EQ(trace_name(object, "mailbox"), 0);
    trace_session_set_wall_clock(WALL_MS);
    trace_stream_start(TRACE_SERVICES_USUAL);
    trace_event(about, (uintptr_t)object);
    trace_event(about, (uintptr_t)pair[0]);
    trace_event(about, (uintptr_t)pair[1]);
    CHECK_EQ(thread_create(&brief, &attr), 0);
    CHECK_EQ(thread_join(&brief, NULL, WAIT_FOREVER), 0);
    trace_stream_stop();
    test_note("shown about object=mailbox");
    test_note("shown about object=queue of main");
    test_note("shown about object=queue 2 of main");
    test_note("shown next=brief");
    test_note("shown : \"tick\"");
    test_note("wall %lu%06lu", (unsigned long)(WALL_MS / 1000000), (unsigned long)(WALL_MS % 1000000));
    free(pair[1]);
    free(pair[0]);
    free(object);
}
