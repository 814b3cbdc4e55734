/* SPDX-License-Identifier: BSD-2-Clause */
/* In an image built without the optional parts of the events, the commands report each part as missing. */
#include <errno.h>
#include <string.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/trace.h>
#include <spoor/shell/shell.h>
#include "capture.h"

TRACE_EVENT_DEF(lean_ev, TRACE_USER, "n");
TRACE_POINT_DEF(lean_point);
TRACE_BLOCK_DEF(lean_block);

const char *const spoor_shell_prompt = NULL; /* the tests run the lines */

TEST("filters are refused before any option takes effect")
{
    CHECK_EQ(run("trace_events -a lean_ev"), 0);
    trace_event(lean_ev, 1);
    uint32_t cleared = trace_rings[0].cleared;

    CHECK_OUTPUT("trace_events -c --thread main", -ENOTSUP,
                 "trace_events: --thread needs CONFIG_TRACE_FILTERS\n");
    CHECK_OUTPUT("trace_events -c --cpu 0", -ENOTSUP, "trace_events: --cpu needs CONFIG_TRACE_FILTERS\n");
    CHECK_EQ(trace_rings[0].cleared, cleared);
    CHECK_EQ(run("trace_events -c"), 0);
    CHECK(trace_rings[0].cleared > cleared);
}

TEST("ring modes other than stream are refused")
{
    CHECK_EQ(run("trace_events -m stream"), 0);
    CHECK_OUTPUT("trace_events -m overwrite", -ENOTSUP,
                 "trace_events: -m: the rings of this image can only stream; see CONFIG_TRACE_RING_MODES\n");
    CHECK_EQ(trace_rings[0].mode, SPOOR_WIRE_MODE_STREAM);
}

TEST("stacks are refused")
{
    CHECK_OUTPUT("trace_events -k lean_ev 4", -ENOTSUP,
                 "trace_events: -k needs CONFIG_TRACE_STACKS, SPOOR_STACKS in a product\n");
}

TEST("recording of visits is refused")
{
    CHECK_OUTPUT("trace_points -e lean_point", -ENOTSUP, "trace_points: -e needs CONFIG_TRACE_VISITS\n");
    CHECK_OUTPUT("trace_blocks -E lean_block", -ENOTSUP, "trace_blocks: -E needs CONFIG_TRACE_VISITS\n");
}

TEST("places are refused")
{
    CHECK_OUTPUT("trace_points -i lean.c:13", -ENOENT,
                 "trace_points: \"lean.c:13\": places need CONFIG_SHELL_PLACES\n");
    CHECK_OUTPUT("trace_points -i main()", -ENOENT,
                 "trace_points: \"main()\": places need CONFIG_SHELL_PLACES\n");
    CHECK_OUTPUT("trace_points -i lean", -ENOENT,
                 "trace_points: no point is named \"lean\"; see trace_points -s\n");
}

TEST("buffers and events are still shown")
{
    CHECK_EQ(run("trace_events -b"), 0);
    CHECK(strstr(output, "client shell: user\n") != NULL);
    CHECK_EQ(run("trace_events -s lean_ev"), 0);
    CHECK(strstr(output, "lean_ev") != NULL);
}
