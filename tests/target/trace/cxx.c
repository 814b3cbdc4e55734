/* SPDX-License-Identifier: BSD-2-Clause */
/* Points, blocks, scopes and events of a C++ unit behave like those of C and are in the same arrays. */
#include <string.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/trace.h>
#include <test/test.h>
#include "cxx.h"

#define VISITS 8

static uint32_t count_of(const char *name)
{
    const struct trace_point *p = trace_point_find(name);

    REQUIRE(p != NULL);
    return trace_point_get_value(p);
}

static void check_block(const char *name, uint32_t count)
{
    const struct trace_block *b = trace_block_find(name);
    struct trace_block_stats s;

    REQUIRE(b != NULL);
    trace_block_get_stats(b, &s);
    CHECK_EQ(s.count, count);
    CHECK_EQ(s.unmatched_enter + s.unmatched_leave, 0);
    CHECK(s.min_ns <= s.avg_ns && s.avg_ns <= s.max_ns && s.self_sum_ns <= s.sum_ns);
}

static uint32_t words_recorded(void)
{
    uint32_t words = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_rings_stop(true);
        const struct trace_subbuf *p = trace_ring_oldest(cpu);

        words += p != NULL ? p->head.used_words : 0;
    }
    return words;
}

TEST("structures have the same size in C++ as in C")
{
    CHECK_EQ(cxx_size_of_point(), sizeof(struct trace_point));
    CHECK_EQ(cxx_size_of_block(), sizeof(struct trace_block));
    CHECK_EQ(cxx_size_of_event(), sizeof(struct trace_event));
    CHECK_EQ(cxx_size_of_context(), sizeof(struct trace_context));
}

TEST("visits are counted and timed at every exit of a scope")
{
    for (int n = 0; n < VISITS; n++) {
        CHECK_EQ(cxx_visit(n), n);
    }
    CHECK_EQ(count_of("cxx_point"), VISITS);
    CHECK_EQ(count_of("cxx_in_a_lambda"), VISITS);
    CHECK_EQ(count_of("cxx_even"), VISITS / 2);
    check_block("cxx_named", 2 * VISITS);
    check_block("cxx_take", VISITS);
}

TEST("every block and point of the image has a name")
{
    array_spread_foreach_ptr (b, trace_blocks) {
        CHECK(trace_block_get_name(b)[0] != '\0');
    }
    array_spread_foreach_ptr (p, trace_points) {
        CHECK(trace_point_get_name(p)[0] != '\0');
    }
}

TEST("events are recorded while their service is on")
{
    static struct trace_client client;

    CHECK_EQ(trace_client_register(&client, "cxx"), 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    trace_rings_clear();
    CHECK_EQ(cxx_visit(1), 1);
    CHECK_EQ(words_recorded(), 1 + 2 + 1 + 2); /* two words; three bytes, preceded by their length */
    trace_client_unregister(&client);
}
