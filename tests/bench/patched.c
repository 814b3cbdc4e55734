/* SPDX-License-Identifier: BSD-2-Clause */
/* What is switched off by its instruction: instructions. All sites of this image are off as built. */
#include <spoor/event.h>
#include <spoor/service.h>
#include <spoor/trace.h>
#include <test/bench.h>

TRACE_POINT_DEF(point);
TRACE_BLOCK_DEF(block);
TRACE_EVENT_DEF(one, TRACE_USER, "value");

static struct trace_client client;
static volatile uint32_t read_by_event;

static inline void pair(struct trace_block *b)
{
    trace_block_enter(b);
    trace_block_leave(b);
}

static inline __attribute__((always_inline)) void scoped(struct trace_block *b)
{
    TRACE_BLOCK_SCOPE(b);
    BENCH_COLD;
}

TEST("the service runs, and the point and the block are on")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    CHECK(one.emit.off != NULL);
    CHECK(trace_point_is_on(&point));
    CHECK(trace_block_is_on(&block));
}

BENCH(point_off, "patched", BENCH_COLD, trace_point_set(&point))
BENCH(event_u32_off, "patched", BENCH_COLD, trace_event(one, read_by_event))
BENCH(block_pair_off, "patched", BENCH_COLD, pair(&block))
BENCH(block_scoped_off, "patched", BENCH_COLD; BENCH_COLD, scoped(&block))

TEST("nothing was counted")
{
    CHECK_EQ(trace_point_get_value(&point), 0);
    CHECK_EQ(block.count, 0);
    CHECK_EQ(block.unmatched_leave, 0);
}
