/* SPDX-License-Identifier: BSD-2-Clause */
/* A table of two entries, in an image without events. */
#include <errno.h>
#include <drivers/clock.h>
#include <kernel/thread.h>
#include <spoor/sample.h>
#include <spoor/port/sampler.h>
#include <test/test.h>
#include "work.h"

TEST("samples of functions that have no table entry are counted")
{
    struct trace_sample_sums sums;
    struct trace_sample_row r;
    uint32_t in_rows = 0;

    (void)thread_set_affinity(thread_self(), 1);
    REQUIRE(trace_sampler_start(2000) == 0);
    for (unsigned n = 0; n < 100; n++) {
        work_one(20000);
        work_two(20000);
        work_masked(20000);
        work_handler(20000);
    }
    trace_sampler_stop();
    trace_sample_sums(&sums);
    CHECK(sums.full != 0);
    for (unsigned n = 0; n < CONFIG_TRACE_SAMPLE_TABLE; n++) {
        CHECK_EQ(trace_sample_row(n, &r), 0);
        in_rows += r.count;
    }
    CHECK_EQ(trace_sample_row(CONFIG_TRACE_SAMPLE_TABLE, &r), -EINVAL);
    CHECK_EQ(in_rows + sums.full, sums.taken);
    trace_sample_reset();
    CHECK_EQ(trace_sample_row(0, &r), -ENOENT);
}
