/* SPDX-License-Identifier: BSD-2-Clause */
/* coverage: what was reached, and what never. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <spoor/trace.h>
#include <util/array_spread.h>
#include "capture.h"

TRACE_POINT_DEF(covered_point);
TRACE_BLOCK_DEF(covered_block);

/* The number after a text of the output. */
static unsigned after(const char *text)
{
    const char *at = strstr(output, text);
    unsigned n = ~0u;

    if (at != NULL) {
        sscanf(at + strlen(text), "%u", &n);
    }
    return n;
}

static unsigned reached_points(void)
{
    unsigned n = 0;

    array_spread_foreach_ptr (p, trace_points) {
        n += trace_point_get_value(p) != 0;
    }
    return n;
}

/* Check the cells after the name in its row: on or off, and the place. */
static bool is_listed(const char *name, const char *on)
{
    const char *at = strstr(output, name);
    char act[4], place[60];

    return at != NULL && sscanf(at, "%*s %3s %59s", act, place) == 2 && strcmp(act, on) == 0 &&
           strncmp(place, "coverage.c:", strlen("coverage.c:")) == 0;
}

TEST("coverage counts what was reached, and lists what wasn't with its place")
{
    unsigned points, blocks;
    char expected[100];

    trace_point_reset(&covered_point);
    trace_block_reset(&covered_block);
    CHECK_EQ(run("coverage"), 0);
    points = after("points: ");
    blocks = after("blocks: ");
    CHECK_EQ(points, reached_points());
    snprintf(expected, sizeof expected, "points: %u of %u reached, ", points,
             (unsigned)ARRAY_SPREAD_SIZE(trace_points));
    CHECK(strncmp(output, expected, strlen(expected)) == 0);
    CHECK(is_listed("covered_point", "yes"));
    CHECK(is_listed("covered_block", "yes"));
    trace_point_set(&covered_point);
    trace_block_record(&covered_block, 1);
    CHECK_EQ(run("coverage"), 0);
    CHECK_EQ(after("points: "), points + 1);
    CHECK(after("blocks: ") > blocks); /* an interrupt may have been the first since a reset */
    CHECK(strstr(output, "covered_") == NULL);
}

TEST("an item that is off is marked in the list")
{
    trace_point_reset(&covered_point);
    trace_point_enable(&covered_point, false);
    trace_point_set(&covered_point);
    CHECK_EQ(run("coverage"), 0);
    CHECK(is_listed("covered_point", "no"));
    trace_point_enable(&covered_point, true);
    CHECK_EQ(run("coverage x"), -EINVAL);
}
