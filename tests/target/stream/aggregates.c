/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The same visits counted twice: by the statistics on the target, and by the events that were sent of them.
 * All points and blocks begin at 0 when they begin to record, and end together. Then the statistics are
 * printed, times in cycles,
 *
 *     # block NAME COUNT SUM MIN MAX
 *     # point NAME COUNT
 *
 * for decoded.check to compare with the decoded ones. The bytes on the link are a row of `make bench`.
 */
#include <kernel/thread.h>
#include <spoor/event.h>
#include <util/array_spread.h>
#include <spoor/port/port.h>
#include <spoor/trace.h>
#include <spoor/visits.h>
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/bench.h>
#include <test/stream.h>

#define WORK_MS        4000
#define SLOW_FILTER_HZ 4000 /* its visit takes 21 us on mps2-an385, 681 us with such instructions */
#define CPUS           ((1u << CONFIG_CPUS) - 1)

/* src/apps/demo/stages.c; the header is the demo's own. */
int stages_start(void);

static void switch_all(bool on)
{
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_block_enable(b, on);
    }
    array_spread_foreach_ptr (p, trace_points) {
        trace_point_enable(p, on);
    }
}

/*
 * A visit is counted first and recorded then. A thread that saw a point or block on before all were switched
 * off is between the two for some instructions at most, unless it was interrupted there; with the lowest
 * priority this thread continues when no other thread is ready but those that run.
 */
static void let_visits_end(void)
{
    unsigned priority = thread_priority(thread_self());

    CHECK_EQ(thread_set_priority(thread_self(), THREAD_PRIORITY_MIN), 0);
    for (unsigned turn = 0; turn < 3; turn++) {
        thread_sleep(2 * CONFIG_SLICE_TICKS);
    }
    CHECK_EQ(thread_set_priority(thread_self(), priority), 0);
}

static void record_all(void)
{
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_block_reset(b);
        CHECK_EQ(trace_block_set_recorded(b, true), 0);
    }
    array_spread_foreach_ptr (p, trace_points) {
        trace_point_reset(p);
        CHECK_EQ(trace_point_set_recorded(p, true), 0);
    }
}

static uint64_t sent_bytes(void)
{
    struct trace_stream_info info;

    trace_stream_get_info(&info);
    return info.bytes_sent;
}

/* Bytes on the link for each event, all that comes with them included. */
static void report(const char *variant, uint64_t bytes, uint32_t events)
{
    REQUIRE(events > 10000);
    bench_report("wire_bytes", variant, "bytes/100", (uint32_t)((bytes * 100 + events / 2) / events));
}

TEST("the demo works while all of its points and blocks record")
{
    switch_all(false);
    let_visits_end();
    record_all();
    switch_all(true);
    REQUIRE(thread_set_affinity(thread_self(), CPUS) == 0); /* the stages take after it */
    REQUIRE(stages_start() == 0);
    thread_sleep(WORK_MS);
    switch_all(false);
    let_visits_end();
    trace_stream_stop();
    CHECK_EQ(test_lost(), 0);
}

TEST("a stage of it runs on each CPU")
{
    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        CHECK(sched_switch_count_of(n) > 400); /* some 1000 of each stage's; without them a few hundred */
    }
}

TEST("its blocks and points were visited, and are printed")
{
    array_spread_foreach_ptr (b, trace_blocks) {
        CHECK(b->sum_cycles <= UINT32_MAX); /* the library prints no more */
        test_note("block %s %lu %lu %lu %lu", trace_block_get_name(b), (unsigned long)b->count,
                  (unsigned long)b->sum_cycles, (unsigned long)(b->count != 0 ? b->min_cycles : 0),
                  (unsigned long)b->max_cycles);
    }
    array_spread_foreach_ptr (p, trace_points) {
        test_note("point %s %lu", trace_point_get_name(p), (unsigned long)trace_point_get_value(p));
    }
    CHECK(trace_block_find("filter_block")->count > 50);
    CHECK(trace_block_find("burst")->count > 3);
    CHECK(trace_point_get_value(trace_point_find("frames_sent")) > 20);
}

/*
 * A CPU has time left. In QEMU with instructions of 32 ns (docs/ci.md) it has little: fewer records go into a
 * packet, so that this is another row.
 */
static bool is_slow(void)
{
    return trace_block_find("filter_block")->min_cycles > spoor_port_cycles_hz() / SLOW_FILTER_HZ;
}

TEST("bytes on the wire, of all services, points and blocks")
{
    report(is_slow() ? "demo_slow" : "demo", sent_bytes(), test_sent());
}

TEST("bytes on the wire, of the kernel's events alone")
{
    uint64_t bytes = sent_bytes();
    uint32_t events = test_sent();

    trace_stream_start(TRACE_SERVICES_ALL & ~(uint32_t)TRACE_USER);
    thread_sleep(WORK_MS);
    trace_stream_stop();
    CHECK_EQ(test_lost(), 0);
    report("demo_kernel", sent_bytes() - bytes, test_sent() - events);
}
