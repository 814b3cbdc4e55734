/* SPDX-License-Identifier: BSD-2-Clause */
/* version: show the version, the board and the configuration. */
#include <stdio.h>
#include <drivers/board.h>
#include <spoor/shell/shell.h>
#include <spoor/util/version.h>

static int version_command(int argc, char **argv)
{
    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    printf("%s %s on %s, gcc %s\n", SPOOR_NAME, SPOOR_VERSION, board.name, __VERSION__);
#if CONFIG_TRACE
    printf("trace on, depth %d", CONFIG_TRACE_DEPTH);
#else
    printf("trace off");
#endif
    printf(", %d CPU%s, tick %d Hz, slice %d ticks, %d irq handlers\n", CONFIG_CPUS,
           CONFIG_CPUS == 1 ? "" : "s", CONFIG_TICK_HZ, CONFIG_SLICE_TICKS, CONFIG_IRQ_HANDLERS);
    return 0;
}

SPOOR_SHELL_COMMAND("version", "show version, board and configuration", "", version_command, NULL);
