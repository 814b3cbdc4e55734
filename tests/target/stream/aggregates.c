/* SPDX-License-Identifier: BSD-2-Clause */
/* The same visits counted twice: by the statistics on the target and by the events sent for them. All points
 * and blocks start at 0 when recording starts, and all stop together. Then the statistics are printed, times
 * in cycles, in the form
 *
 *     # block NAME COUNT SUM MIN MAX
 *     # point NAME COUNT
 *
 * decoded.check compares them with the decoded events. The bytes on the link are a row of `make bench`.
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
#define SLOW_FILTER_HZ 4000 /* a visit takes 21 us on mps2-an385, 681 us with slow instructions */
#define CPUS           ((1u << CONFIG_CPUS) - 1)

/* From src/apps/demo/stages.c; its header is private to the demo. */
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
 * A visit is counted first and then recorded. A thread that found a point or block on just before all were
 * switched off is between the two steps for a few instructions, or for longer if it was preempted there. At
 * the lowest priority, this thread continues only once no other thread is ready.
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

/* Report the bytes on the link per event, including all overhead. */
static void report(const char *variant, uint64_t bytes, uint32_t events)
{
    REQUIRE(events > 10000);
    bench_report("wire_bytes", variant, "bytes/100", (uint32_t)((bytes * 100 + events / 2) / events));
}

TEST("the demo works while all of its points and blocks are recorded")
{
    switch_all(false);
    let_visits_end();
    record_all();
    switch_all(true);
    REQUIRE(thread_set_affinity(thread_self(), CPUS) == 0); /* inherited by the stages */
    REQUIRE(stages_start() == 0);
    thread_sleep(WORK_MS);
    switch_all(false);
    let_visits_end();
    trace_stream_stop();
    CHECK_EQ(test_lost(), 0);
}

TEST("a stage of the demo runs on each CPU")
{
    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        /* Each stage causes about 1000 switches; without a stage there are a few hundred. */
        CHECK(sched_switch_count_of(n) > 400);
    }
}

TEST("the demo's blocks and points were visited, and are printed")
{
    array_spread_foreach_ptr (b, trace_blocks) {
        CHECK(b->sum_cycles <= UINT32_MAX); /* the library prints no larger numbers */
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
 * True if the CPU is nearly saturated, as in QEMU with instructions of 32 ns (docs/ci.md). Packets then hold
 * fewer records, so the result is another row.
 */
static bool is_slow(void)
{
    return trace_block_find("filter_block")->min_cycles > spoor_port_cycles_hz() / SLOW_FILTER_HZ;
}

TEST("bytes per event on the wire, with all services, points and blocks")
{
    report(is_slow() ? "demo_slow" : CONFIG_TRACE_DENSE ? "demo_dense" : "demo", sent_bytes(), test_sent());
}

TEST("bytes per event on the wire, with the kernel's events only")
{
    uint64_t bytes = sent_bytes();
    uint32_t events = test_sent();

    trace_stream_start(TRACE_SERVICES_ALL & ~(uint32_t)TRACE_USER);
    thread_sleep(WORK_MS);
    trace_stream_stop();
    CHECK_EQ(test_lost(), 0);
    report("demo_kernel", sent_bytes() - bytes, test_sent() - events);
}
