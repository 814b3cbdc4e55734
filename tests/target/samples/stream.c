/* SPDX-License-Identifier: BSD-2-Clause */
/* Samples as events with stacks. The counts of the target's table are printed for the host to compare. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/sample.h>
#include <spoor/service.h>
#include <spoor/stream.h>
#include <spoor/port/sampler.h>
#include <test/stream.h>
#include <test/test.h>
#include "work.h"

#define ROUNDS 100
#define TURNS  100000

static void handler(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    (void)work_below(1, TURNS / 4);
}

static uint32_t count_of(const void *fn, bool in_handler)
{
    struct trace_sample_row r;
    uint32_t sum = 0;

    for (unsigned n = 0; n < CONFIG_TRACE_SAMPLE_TABLE; n++) {
        if (trace_sample_row(n, &r) == 0 && r.function == ((uint32_t)fn & ~1u) &&
            (r.level != 0) == in_handler) {
            sum += r.count;
        }
    }
    return sum;
}

TEST("samples and stacks are streamed")
{
    struct trace_sample_sums sums;

    (void)thread_set_affinity(thread_self(), 1);
    array_spread_foreach_ptr (e, trace_events) {
        if (e->service == TRACE_SAMPLE) {
            CHECK_EQ(trace_event_set_depth(e, 8), 0);
        }
    }
    if (board.spare_lines[0] != 0) {
        REQUIRE(irq_attach(board.spare_lines[0], 2, handler, NULL, "sampled") == 0);
    }
    REQUIRE(trace_sampler_start(4000) == 0);
    for (unsigned n = 0; n < ROUNDS; n++) {
        (void)work_below(3, TURNS);
        work_two(2 * TURNS);
        if (board.spare_lines[0] != 0) {
            irqctl_pend(board.spare_lines[0]);
        }
        thread_sleep(5); /* lets the daemon run */
    }
    trace_sampler_stop();
    trace_sample_sums(&sums);
    uint32_t one = count_of(work_one, false), in_handler = count_of(work_one, true);

    CHECK(sums.taken > 100);
    CHECK_EQ(sums.full, 0);
    CHECK(one > 20);
    test_note("samples %lu", (unsigned long)sums.taken);
    test_note("sampled_self work_one %lu", (unsigned long)(one + in_handler));
    test_note("sampled_self work_two %lu", (unsigned long)count_of(work_two, false));
    test_note("sampled_total work_below %lu",
              (unsigned long)(one + in_handler + count_of(work_below, false) + count_of(work_below, true)));
    CHECK_EQ(test_lost(), 0);
    trace_stream_stop();
}
