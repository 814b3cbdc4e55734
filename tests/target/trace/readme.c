/* SPDX-License-Identifier: BSD-2-Clause */
/* The README's example, unchanged. */
#include <test/test.h>

/* example begins */
#include <spoor/trace.h>

static int parse(const char *packet)
{
    TRACE_BLOCK_SCOPED(parse); /* how long: min, max, average, until any return */
    trace_point("packets");    /* how often */
    return packet[0] == '!' ? -1 : 0;
}
/* example ends */

TEST("the README's example counts and measures")
{
    struct trace_block_stats stats;

    parse("hello");
    parse("!");
    CHECK_EQ(trace_point_get_value(trace_point_find("packets")), 2);
    trace_block_get_stats(trace_block_find("parse"), &stats);
    CHECK_EQ(stats.count, 2);
}
