/* SPDX-License-Identifier: BSD-2-Clause */
/* Points: instructions, and bytes of RAM. */
#include <spoor/trace.h>
#include <test/bench.h>

TRACE_POINT_DEF(point);

BENCH(point_on, "cold", BENCH_COLD, trace_point_set(&point))
BENCH(point_on, "hot", BENCH_HOT, trace_point_set(&point))

TEST("the point is switched off")
{
    trace_point_enable(&point, false);
}

BENCH(point_off, "cold", BENCH_COLD, trace_point_set(&point))
BENCH(point_off, "hot", BENCH_HOT, trace_point_set(&point))

TEST("RAM of a point is reported")
{
    bench_report("point", "ram", "bytes", sizeof point);
}
