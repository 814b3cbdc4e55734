/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings whose memory the program chooses at run time. */
#include <errno.h>
#include <string.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/service.h>
#include <test/test.h>
#include "walk.h"

TRACE_EVENT_DEF(counted, TRACE_USER, "n");

#define SUBBUFS 16
#define RECORDS (SUBBUFS * TRACE_SUBBUF_ROOM / 2) /* a record has two words */

static struct trace_subbuf large[SUBBUFS + 3];
static struct trace_client client;
static uint32_t next_n, wrong;

static void expect_next(const struct walk_record *r)
{
    if (r->id == event_id_of(&counted)) {
        wrong += r->words[0] != next_n++;
    }
}

static void record(uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        trace_event(counted, i);
    }
}

TEST("a ring takes the largest power of two of sub-buffers that fits into its memory")
{
    REQUIRE(trace_client_register(&client, "memory test") == 0);
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    walk_begin(SPOOR_WIRE_MODE_STREAM);
    CHECK_EQ(trace_ring_subbufs(&trace_rings[0]), CONFIG_TRACE_RING_SUBBUFS);
    CHECK_EQ(trace_ring_memory(CONFIG_CPUS, large, sizeof large), -EINVAL);
    CHECK_EQ(trace_ring_memory(0, large, 2 * sizeof large[0] - 1), -EINVAL);
    CHECK_EQ(trace_ring_memory(0, (char *)large + 2, sizeof large - 2), -EINVAL);
    memset(large, 0xa5, sizeof large);
    CHECK_EQ(trace_ring_memory(0, large, (SUBBUFS / 2 + 1) * sizeof large[0]),
             (long)(SUBBUFS / 2 * sizeof large[0]));
    for (unsigned n = 0; n < SUBBUFS; n++) {
        CHECK_EQ(large[n].head.magic, n < SUBBUFS / 2 ? 0 : 0xa5a5a5a5);
    }
    CHECK_EQ(trace_ring_memory(0, large, sizeof large), (long)(SUBBUFS * sizeof large[0]));
    CHECK_EQ(trace_ring_subbufs(&trace_rings[0]), SUBBUFS);
    CHECK_EQ(trace_ring_memory(0, large, sizeof large), (long)(SUBBUFS * sizeof large[0]));
}

TEST("the ring holds as many records as its memory has room for, in order")
{
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    trace_rings_stop(false);
    record(RECORDS + 10);
    CHECK(trace_rings[0].dropped >= 10 && trace_rings[0].dropped <= 10 + SUBBUFS * 3);
    uint32_t kept = RECORDS + 10 - trace_rings[0].dropped;

    CHECK_EQ(trace_ring_memory(0, large, 4 * sizeof large[0]), -EBUSY);
    CHECK_EQ(trace_service_stop(&client, TRACE_USER), 0);
    walk_end(expect_next);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(next_n, kept);
}

TEST("an empty ring can get other memory, and overwrites in it")
{
    walk_begin(SPOOR_WIRE_MODE_OVERWRITE);
    CHECK_EQ(trace_ring_memory(0, large, 4 * sizeof large[0]), (long)(4 * sizeof large[0]));
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    trace_rings_stop(false);
    record(2 * RECORDS);
    CHECK_EQ(trace_service_stop(&client, TRACE_USER), 0);
    next_n = trace_rings[0].overwritten;
    CHECK(next_n > 2 * RECORDS - RECORDS / 4 - 3 && next_n < 2 * RECORDS - RECORDS / 8);
    walk_end(NULL);
    walk_begin(SPOOR_WIRE_MODE_STREAM);
    CHECK_EQ(trace_ring_memory(0, trace_rings[0].subbufs, sizeof trace_rings[0].subbufs),
             (long)sizeof trace_rings[0].subbufs);
    trace_rings_stop(false);
}
