/* SPDX-License-Identifier: BSD-2-Clause */
/* Buckets and percentiles, compared with the recorded durations. */
#include <drivers/clock.h>
#include <spoor/histogram.h>
#include <spoor/trace.h>
#include <test/test.h>
#include <spoor/util/widen.h>

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
    return spoor_widen_ns(cycles, clock_hz());
}

/* Every duration must be in the bucket whose bounds contain it, and buckets must have the documented width.
 */
TEST("a bucket counts the durations from its floor up to the next bucket's floor")
{
    static const uint32_t cycles[] = {0,        1,         2,    3,    4,     7,        8,
                                      9,        15,        16,   17,   31,    1023,     1024,
                                      1151,     1152,      2047, 2048, 65535, 1u << 29, (1u << 30) - 1u,
                                      1u << 30, UINT32_MAX};

    for (unsigned i = 0; i < sizeof(cycles) / sizeof(cycles[0]); i++) {
        unsigned n = 0;

        trace_block_reset(&block);
        record(cycles[i], 3);
        trace_block_get_histogram(&block, &histogram);
        CHECK_EQ(trace_histogram_total(&histogram), 3);
        while (n < TRACE_HISTOGRAM_BUCKETS && histogram.buckets[n] == 0) {
            n++;
        }
        REQUIRE(n < TRACE_HISTOGRAM_BUCKETS);
        CHECK_EQ(histogram.buckets[n], 3);
        CHECK(ns(cycles[i]) >= trace_histogram_floor_ns(n));
        CHECK(n + 1 == TRACE_HISTOGRAM_BUCKETS || ns(cycles[i]) < trace_histogram_floor_ns(n + 1));
        CHECK(n + 1 == TRACE_HISTOGRAM_BUCKETS ||
              (trace_histogram_floor_ns(n + 1) - trace_histogram_floor_ns(n)) *
                      CONFIG_TRACE_HISTOGRAM_STEPS <=
                  trace_histogram_floor_ns(n) + ns(CONFIG_TRACE_HISTOGRAM_STEPS));
    }
}

TEST("percentiles of nearly equal visits don't contradict the average")
{
    struct trace_block_stats s;

    trace_block_reset(&block);
    record(2124, 990);
    record(2164, 10);
    trace_block_get_stats(&block, &s);
    CHECK(percentile(50) <= s.min_ns + 2 * (s.avg_ns - s.min_ns) + ns(3));
    CHECK(percentile(50) < ns(2128));
    trace_block_reset(&block);
    record(2124, 10);
    record(2164, 990);
    CHECK(percentile(50) > ns(2160) && percentile(50) <= ns(2164));
    CHECK(percentile(99) <= ns(2164) && percentile(1) >= ns(2124));
}

TEST("if all durations are equal, so are all percentiles")
{
    trace_block_reset(&block);
    record(777, 1000);
    CHECK_EQ(percentile(0), ns(777));
    CHECK_EQ(percentile(50), ns(777));
    CHECK_EQ(percentile(99), ns(777));
    CHECK_EQ(percentile(100), ns(777));
}

TEST("percentiles of visits in the shortest bucket are theirs")
{
    trace_block_reset(&block);
    record(0, 50);
    record(5000, 50);
    CHECK_EQ(percentile(2), 0);
    CHECK_EQ(percentile(50), 0);
    CHECK(percentile(51) > ns(4000));
}

TEST("without a visit, percentiles are 0")
{
    trace_block_reset(&block);
    CHECK_EQ(percentile(50), 0);
}

TEST("the lowest and highest percentiles are exact, the others are in their bucket")
{
    trace_block_reset(&block);
    record(100, 90);
    record(5000, 9);
    record(123456, 1);
    CHECK_EQ(percentile(0), ns(100));
    CHECK_EQ(percentile(100), ns(123456));
    CHECK(percentile(50) >= ns(100) && percentile(50) < ns(128));
    CHECK(percentile(90) >= ns(100) && percentile(90) < ns(128));
    CHECK(percentile(91) >= ns(4608) && percentile(91) < ns(5120));
    CHECK(percentile(99) >= ns(4608) && percentile(99) < ns(5120));
}

TEST("percentiles of evenly spread durations are right and ascending")
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
        /* Every bucket is full here, so interpolating inside it is right up to one cycle. */
        CHECK(estimate <= ns(8191 * percent / 100 + 2));
        CHECK(estimate + ns(2) >= ns(8191 * percent / 100));
    }
}

TEST("counts and durations at their limits don't overflow")
{
    trace_block_reset(&block);
    record(1u << 31, 1);
    record(UINT32_MAX, 1);
    trace_block_get_histogram(&block, &histogram);
    histogram.buckets[TRACE_HISTOGRAM_BUCKETS - 1] = UINT32_MAX;
    histogram.count = UINT32_MAX;
    histogram.sum_cycles = (uint64_t)UINT32_MAX * 0xF8000000u;
    CHECK(trace_histogram_percentile_ns(&histogram, 99) <= ns(UINT32_MAX));
    CHECK(trace_histogram_percentile_ns(&histogram, 99) >= ns(0xFA000000));
    CHECK(trace_histogram_percentile_ns(&histogram, 1) >= ns(1u << 31));
    CHECK(trace_histogram_percentile_ns(&histogram, 1) <= ns(UINT32_MAX));
}

#else

TEST("histograms are left out")
{
    test_skip("this board has no histograms");
}

#endif
