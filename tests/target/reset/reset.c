/* SPDX-License-Identifier: BSD-2-Clause */
/* What each life found of the previous one, and the effect of a new recording. */
#include <string.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/service.h>
#include <test/test.h>
#include "lives.h"

static void check_found(enum life life)
{
    const struct finding *f = &lives_found[life];

    CHECK(f->survived);
    CHECK_EQ(f->wrong, 0);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct steps *left = &lives_left[life][cpu], *found = &f->steps[cpu];

        CHECK_EQ(found->first, left->first);
        CHECK_EQ(found->last, left->last);
        CHECK_EQ(found->count, left->count);
        CHECK_EQ(found->dropped, left->dropped);
        CHECK_EQ(found->overwritten, left->overwritten);
        CHECK_EQ(found->losses, left->losses);
    }
}

static void check_forgotten(enum life life)
{
    static const struct steps none;
    const struct finding *f = &lives_found[life];

    CHECK(!f->survived);
    CHECK_EQ(f->wrong, 0);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK(lives_left[life][cpu].count > 0);
        CHECK(memcmp(&f->steps[cpu], &none, sizeof none) == 0);
    }
}

TEST("a flight recorder's records survive a reset, including the last one")
{
    CHECK(lives_left[LIFE_OVERWRITTEN][0].overwritten > 0);
    check_found(LIFE_OVERWRITTEN);
}

TEST("records not read before a reset can be read after it, and loss counts are unchanged")
{
    CHECK(lives_left[LIFE_DROPPED][0].dropped > 0);
    CHECK(lives_left[LIFE_DROPPED][0].first > 1);
    check_found(LIFE_DROPPED);
}

TEST("if one ring holds garbage, no records survive")
{
    check_forgotten(LIFE_GARBAGE);
}

TEST("if one ring counts more read than written, no records survive")
{
    check_forgotten(LIFE_BAD_COUNTS);
}

TEST("if one ring ends beyond its open sub-buffer, no records survive")
{
    check_forgotten(LIFE_BAD_END);
}

TEST("records of another build are discarded")
{
    check_forgotten(LIFE_OTHER_IMAGE);
}

TEST("when recording starts, the records from before the reset are discarded")
{
    const struct trace_subbuf *p;

    CHECK(trace_rings_survived());
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK(trace_ring_oldest(cpu) != NULL);
    }
    REQUIRE(trace_client_register(&lives_client, "lives") == 0);
    REQUIRE(trace_service_start(&lives_client, TRACE_USER) == 0);
    CHECK(!trace_rings_survived());
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK(trace_ring_oldest(cpu) == NULL);
    }
    lives_record(1);
    trace_rings_stop(true);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        p = trace_ring_oldest(cpu);
        REQUIRE(p != NULL);
        CHECK_EQ(p->records[0] >> SPOOR_WIRE_TIME_BITS, lives_step_id());
        CHECK_EQ(p->records[1], 1);
        CHECK(trace_ring_release(cpu));
        CHECK(trace_ring_oldest(cpu) == NULL);
    }
}
