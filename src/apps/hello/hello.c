/* SPDX-License-Identifier: BSD-2-Clause */
/* A minimal image: a point, a block, an event and a shell command. See docs/first-image.md */
#include <stdio.h>
#include <kernel/main.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/trace.h>
#include <spoor/shell/shell.h>

TRACE_EVENT_DEF(level, TRACE_USER, "value");
static unsigned value;

static void measure(void)
{
    TRACE_BLOCK_SCOPED(measure);
    thread_sleep(2); /* stands in for a slow sensor */
    value = (value + 7) % 100;
}

static int level_command(int argc, char **argv)
{
    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    printf("the level is %u\n", value);
    return 0;
}

SPOOR_SHELL_COMMAND("level", "show the last measured level", "", level_command, NULL);

int main(void)
{
    for (;;) {
        measure();
        trace_point("measured");
        trace_event(level, value);
        thread_sleep(8);
    }
}
