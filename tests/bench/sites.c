/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions with one and with two call sites: the difference in size is the flash use of one call site. */
#include <spoor/trace.h>
#include <test/bench.h>

TRACE_POINT_DEF(point_a);
TRACE_POINT_DEF(point_b);
TRACE_BLOCK_DEF(block_a);
TRACE_BLOCK_DEF(block_b);

void bench_points_1(void);
void bench_points_2(void);
void bench_scopes_1(void);
void bench_scopes_2(void);

__attribute__((noinline)) void bench_points_1(void)
{
    BENCH_COLD;
    trace_point_set(&point_a);
    BENCH_COLD;
}

__attribute__((noinline)) void bench_points_2(void)
{
    BENCH_COLD;
    trace_point_set(&point_a);
    BENCH_COLD;
    trace_point_set(&point_b);
    BENCH_COLD;
}

__attribute__((noinline)) void bench_scopes_1(void)
{
    {
        TRACE_BLOCK_SCOPE(&block_a);
        BENCH_COLD;
    }
    BENCH_COLD;
}

__attribute__((noinline)) void bench_scopes_2(void)
{
    {
        TRACE_BLOCK_SCOPE(&block_a);
        BENCH_COLD;
    }
    BENCH_COLD;
    {
        TRACE_BLOCK_SCOPE(&block_b);
        BENCH_COLD;
    }
    BENCH_COLD;
}

TEST("call sites count and measure like any others")
{
    bench_points_1();
    bench_points_2();
    bench_scopes_1();
    bench_scopes_2();
    CHECK_EQ(trace_point_get_value(&point_a), 2);
    CHECK_EQ(trace_point_get_value(&point_b), 1);
    CHECK_EQ(block_a.count, 2);
    CHECK_EQ(block_b.count, 1);
}
