/* SPDX-License-Identifier: BSD-2-Clause */
/* trace_events -b after a reset, before and after recording restarts. */
#include <drivers/power.h>
#include <stdio.h>
#include <string.h>
#include <kernel/init.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/shell/shell.h>
#include <test/reset.h>
#include <test/output.h>
#include <test/test.h>

#define MAGIC 0x5EED5E11u

#define LEFT "recorded before a reset, until recording begins\n"

TRACE_EVENT_DEF(shell_ev, TRACE_USER);

const char *const spoor_shell_prompt = NULL; /* the tests run the lines */

static uint32_t lived TEST_KEPT;

static int live(void)
{
    if (lived != MAGIC) {
        lived = MAGIC;
        (void)spoor_shell_run("trace_events -a shell_ev");
        trace_event(shell_ev);
        power_reset();
    }
    return 0;
}

INIT_HOOK(INIT_APP, live);

/* True if the output of a line contains `text`. */
static bool prints(const char *line, const char *text)
{
    static char output[1024];

    test_output_begin(output, sizeof output);
    int result = spoor_shell_run(line);

    test_output_end();
    CHECK_EQ(result, 0);
    return strstr(output, text) != NULL;
}

TEST("buffers are reported as recorded before a reset until recording restarts")
{
    CHECK(prints("trace_events -b", LEFT));
    CHECK(prints("trace_events -b", " 1 of "));
    CHECK(prints("trace_events -a shell_ev", "enabled 1 events\n"));
    CHECK(!prints("trace_events -b", LEFT));
    CHECK(prints("trace_events -b", " 0 of "));
    CHECK(!prints("trace_events -b", " 1 of "));
}
