/* SPDX-License-Identifier: BSD-2-Clause */
/* See expect.h. */
#include <spoor/service.h>
#include <test/test.h>
#include "expect.h"
#include "walk.h"

struct kept kept[KEPT];
unsigned kept_count;
static unsigned at; /* index of the next record to look at */

static struct trace_client client;
struct thread expected_helper;
THREAD_STACK(helper_stack, 768);

static void keep(const struct walk_record *r)
{
    if (kept_count < KEPT && r->cpu == 0) {
        kept[kept_count].id = r->id;
        for (unsigned i = 0; i < r->count && i < 3; i++) {
            kept[kept_count].words[i] = r->words[i];
        }
        kept_count++;
    }
}

void expect_begin(uint32_t services)
{
    kept_count = at = 0;
    walk_begin(SPOOR_WIRE_MODE_STREAM);
    REQUIRE(trace_client_register(&client, "kernel test") == 0);
    CHECK_EQ(trace_service_start(&client, services), 0);
    trace_rings_stop(false);
}

void expect_end(void)
{
    CHECK_EQ(trace_client_unregister(&client), 0);
    walk_end(keep);
    trace_rings_stop(false);
}

/* Find the next record of the event and return its words. */
const uint32_t *expect(const char *name)
{
    unsigned id = event_named(name);

    CHECK(id != 0);
    for (; at < kept_count; at++) {
        if (kept[at].id == id) {
            return kept[at++].words;
        }
    }
    test_note("no %s recorded", name);
    REQUIRE(!"the event is recorded");
    return NULL;
}

void expect_helper(void (*entry)(void *), int above)
{
    const struct thread_attr attr = {
        .name = "helper",
        .entry = entry,
        .priority = (uint8_t)((int)thread_priority(thread_self()) + above),
        .affinity = 1,
        .stack = helper_stack,
        .stack_bytes = sizeof helper_stack,
    };

    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    REQUIRE(thread_create(&expected_helper, &attr) == 0);
}

void expect_switch(const struct thread *to, unsigned reason)
{
    const uint32_t *w = expect("sched_switch");

    CHECK_EQ(w[0] >> 4, thread_id(to));
    CHECK_EQ(w[0] & 15, reason);
}

void expect_wake(const struct thread *t, unsigned how, const void *object)
{
    const uint32_t *w = expect("sched_wake");

    CHECK_EQ(w[0] >> 2, thread_id(t));
    CHECK_EQ(w[0] & 3, how);
    CHECK_EQ(w[1], (uintptr_t)object);
}
