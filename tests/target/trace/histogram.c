/* SPDX-License-Identifier: BSD-2-Clause */
/* Buckets and percentiles, against the durations that they were made of. */
#include <drivers/clock.h>
#include <profiler/histogram.h>
#include <profiler/tracing/trace.h>
#include <test/test.h>
#include <util/widen.h>

#if CONFIG_TRACE_HISTOGRAM

TRACE_BLOCK_DEF(block);

static struct trace_histogram histogram;

static void record(uint32_t cycles, unsigned times)
{
    while (times-- > 0) {
        trace_block_record(&block, cycles);
    }
}

static uint64_t percentile(unsigned percent)
{
    trace_block_get_histogram(&block, &histogram);
    return trace_histogram_percentile_ns(&histogram, percent);
}

static uint64_t ns(uint64_t cycles)
{
    return widen_ns(cycles, clock_hz());
}

TEST("a bucket counts the durations of as many significant bits")
{
    static const uint32_t cycles[] = {
        0, 1, 2, 3, 4, 7, 8, 1023, 1024, 1u << 29, (1u << 30) - 1, 1u << 30, UINT32_MAX};
    static const uint8_t buckets[] = {0, 1, 2, 2, 3, 3, 4, 10, 11, 30, 30, 31, 31};
    unsigned n = sizeof(cycles) / sizeof(cycles[0]);

    for (unsigned i = 0; i < n; i++) {
        trace_block_reset(&block);
        record(cycles[i], 3);
        trace_block_get_histogram(&block, &histogram);
        CHECK_EQ(histogram.buckets[buckets[i]], 3);
        CHECK_EQ(trace_histogram_total(&histogram), 3);
        CHECK(ns(cycles[i]) >= trace_histogram_floor_ns(buckets[i]));
        CHECK(buckets[i] >= 30 || ns(cycles[i]) < trace_histogram_floor_ns(buckets[i] + 1u));
    }
}

TEST("one duration is every percentile")
{
    trace_block_reset(&block);
    record(777, 1000);
    CHECK_EQ(percentile(0), ns(777));
    CHECK_EQ(percentile(50), ns(777));
    CHECK_EQ(percentile(99), ns(777));
    CHECK_EQ(percentile(100), ns(777));
}

TEST("no visit, no percentile")
{
    trace_block_reset(&block);
    CHECK_EQ(percentile(50), 0);
}

TEST("the first and the last are exact, the rest lies in its bucket")
{
    trace_block_reset(&block);
    record(100, 90);
    record(5000, 9);
    record(123456, 1);
    CHECK_EQ(percentile(0), ns(100));
    CHECK_EQ(percentile(100), ns(123456));
    CHECK(percentile(50) >= ns(100) && percentile(50) < ns(128));
    CHECK(percentile(90) >= ns(100) && percentile(90) < ns(128));
    CHECK(percentile(91) >= ns(4096) && percentile(91) < ns(8192));
    CHECK(percentile(99) >= ns(4096) && percentile(99) < ns(8192));
}

TEST("evenly spread durations have the percentiles they should, and they never fall")
{
    uint64_t before = 0;

    trace_block_reset(&block);
    for (uint32_t cycles = 1; cycles <= 8191; cycles++) {
        trace_block_record(&block, cycles);
    }
    for (unsigned percent = 0; percent <= 100; percent++) {
        uint64_t estimate = percentile(percent);

        CHECK(estimate >= before);
        before = estimate;
        /* Each bucket is full here, so that being even inside of it is the truth, up to one cycle. */
        CHECK(estimate <= ns(8191 * percent / 100 + 2));
        CHECK(estimate + ns(2) >= ns(8191 * percent / 100));
    }
}

TEST("counts and durations at their limit overflow nothing")
{
    trace_block_reset(&block);
    record(1u << 31, 1);
    record(UINT32_MAX, 1);
    trace_block_get_histogram(&block, &histogram);
    histogram.buckets[TRACE_HISTOGRAM_BUCKETS - 1] = UINT32_MAX;
    CHECK(trace_histogram_percentile_ns(&histogram, 99) <= ns(UINT32_MAX));
    CHECK(trace_histogram_percentile_ns(&histogram, 99) >= ns(0xFA000000));
    CHECK(trace_histogram_percentile_ns(&histogram, 1) >= ns(1u << 31));
    CHECK(trace_histogram_percentile_ns(&histogram, 1) < ns(0x84000000));
}

#else

TEST("histograms")
{
    test_skip("this board leaves them out");
}

#endif
