/* SPDX-License-Identifier: BSD-2-Clause */
/* Option -w of trace_points and trace_blocks: setting, listing, removing, and errors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <spoor/trace.h>
#include <spoor/trigger.h>
#include "capture.h"

TRACE_POINT_DEF(watched_point);
TRACE_BLOCK_DEF(watched_block);
TRACE_BLOCK_DEF(watched_too);

static void clear(void)
{
    trace_trigger_clear(&watched_point, NULL);
    trace_trigger_clear(NULL, &watched_block);
    trace_trigger_clear(NULL, &watched_too);
    trace_block_reset(&watched_block);
    trace_block_enable(&watched_block, true);
    trace_point_reset(&watched_point);
    trace_point_enable(&watched_point, true);
}

static bool printed(const char *what)
{
    if (strstr(output, what) == NULL) {
        test_note("\"%s\" not found in: %s", what, output);
        return false;
    }
    return true;
}

TEST("-w sets a condition, -w and -i show it, and it fires")
{
    char expected[60];

    clear();
    CHECK_EQ(run("trace_blocks -w watched_block 'count>=2' disable"), 0);
    CHECK(printed(" watched_block: count>=2: disable\n"));
    trace_block_record(&watched_block, 5);
    CHECK(trace_block_is_on(&watched_block));
    CHECK_EQ(run("trace_blocks -w"), 0);
    CHECK(printed("Name           Condition  Action   Fired\n"));
    CHECK(printed("  watched_block  count>=2   disable      0\n"));
    snprintf(expected, sizeof(expected), "\n%d of %d conditions are free\n", CONFIG_TRACE_TRIGGERS - 1,
             CONFIG_TRACE_TRIGGERS);
    CHECK(printed(expected));
    trace_block_record(&watched_block, 5);
    CHECK(!trace_block_is_on(&watched_block));
    CHECK_EQ(run("trace_blocks -i watched_block"), 0);
    CHECK(printed("\n  condition  count>=2: disable, fired 1 times\n"));
    CHECK_EQ(run("trace_points -w"), 0);
    CHECK(!strstr(output, "watched_block"));
    clear();
}

TEST("a condition may contain blanks and times in any unit")
{
    clear();
    CHECK_EQ(run("trace_blocks -w watched_block avg <= 1.5 ms count"), 0);
    CHECK(printed(": avg<=1500us: count\n"));
    clear();
    CHECK_EQ(run("trace_blocks -w watched_block 'max > 2s' count -w watched_block net==5000ns count"), 0);
    CHECK(printed(": max>2s: count\n"));
    CHECK(printed(": net==5us: count\n"));
    clear();
}

TEST("a pattern sets a condition on each match, and off removes all conditions of an item")
{
    clear();
    CHECK_EQ(run("trace_blocks -w watched_* last>1ms count"), 0);
    CHECK_EQ(run("trace_blocks -w watched_* off"), 0);
    CHECK(printed(" watched_block: 1 condition removed\n"));
    CHECK(printed(" watched_too: 1 condition removed\n"));
    CHECK_EQ(run("trace_blocks -w watched_too off"), 0);
    CHECK(printed(" watched_too: no condition was set\n"));
    CHECK_EQ(
        run("trace_blocks -w watched_too last>1ms count -w watched_too max>1ms count -w watched_too off"), 0);
    CHECK(printed(" watched_too: 2 conditions removed\n"));
}

TEST("a condition on a point takes effect")
{
    clear();
    CHECK_EQ(run("trace_points -w watched_point count>=1000 disable"), 0);
    for (int i = 0; i < 1010; i++) {
        trace_point_set(&watched_point);
    }
    CHECK_EQ(trace_point_get_value(&watched_point), 1000);
    clear();
}

TEST("an error in -w is reported in one line, and no condition is set")
{
    clear();
    CHECK_OUTPUT("trace_blocks -w watched_block", -EINVAL,
                 "trace_blocks: -w needs an ID, a condition and an action, or an ID and off\n");
    CHECK_OUTPUT("trace_blocks -w nobody max>5us count", -ENOENT,
                 "trace_blocks: no block is named \"nobody\"; see trace_blocks -s\n");
    CHECK_OUTPUT(
        "trace_blocks -w watched_block max>5 count", -EINVAL,
        "trace_blocks: -w \"max>5\": a condition compares a time with a number in ns, us, ms or s, e.g. "
        "\"max>50us\"\n");
    CHECK_OUTPUT(
        "trace_points -w watched_point max>5us count", -EINVAL,
        "trace_points: -w \"max>5us\": a condition on a point compares its count, e.g. \"count>=1000\"\n");
    CHECK_EQ(run("trace_blocks -w watched_block max>5us explode"), -ENOENT);
    CHECK(printed("trace_blocks: -w: no action is named \"explode\"; there are count, disable"));
    CHECK_OUTPUT("trace_blocks -w watched_block max>5us count -x", -EINVAL,
                 "trace_blocks: -x: no such option; see trace_blocks -h\n");
    CHECK_EQ(trace_trigger_clear(NULL, &watched_block), 0);
}

TEST("a full table of conditions is reported with its size")
{
    char expected[120];

    clear();
    for (int i = 0; i < CONFIG_TRACE_TRIGGERS - 1; i++) {
        CHECK_EQ(run("trace_blocks -w watched_block last>1s count"), 0);
    }
    snprintf(
        expected, sizeof(expected),
        "trace_blocks: -w: no room for 2 more: %d conditions can be set (CONFIG_TRACE_TRIGGERS), %d are\n",
        CONFIG_TRACE_TRIGGERS, CONFIG_TRACE_TRIGGERS - 1);
    CHECK_OUTPUT("trace_blocks -w watched_* last>1s count", -ENOSPC, expected);
    CHECK_EQ(run("trace_blocks -w watched_too last>1s count -w watched_too last>1s count"), -ENOSPC);
    clear();
}

TEST("words too long for a condition are refused, not discarded")
{
    clear();
    CHECK(run("trace_points -w watched_point count>=5 nonsense-that-is-longer-than-any-condition-can-be "
              "count") != 0);
    CHECK(printed("trace_points: -w: a condition has at most "));
    CHECK_EQ(run("trace_points -w"), 0);
    CHECK(!strstr(output, "watched_point"));
}

TEST("several -w without room for all set none, unless one of them frees room")
{
    clear();
    for (int n = 0; n < CONFIG_TRACE_TRIGGERS - 2; n++) {
        CHECK_EQ(run("trace_points -w watched_point count>1000000 count"), 0);
    }
    CHECK(
        run("trace_blocks -w watched_block count>1 count -w watched_too count>1 count -w watched_too count>2 "
            "count") != 0);
    CHECK(printed("no room for 3 more"));
    CHECK(!strstr(output, "watched_block: count>1"));
    CHECK_EQ(run("trace_blocks -w watched_block count>1 count -w watched_too count>1 count"), 0);
    CHECK_EQ(run("trace_blocks -w watched_too off -w watched_too count>2 count"), 0);
    clear();
}
