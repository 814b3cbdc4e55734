/* SPDX-License-Identifier: BSD-2-Clause */
/* history: show the lines typed. */
#include <stdio.h>
#include <spoor/shell/shell.h>

static int history_command(int argc, char **argv)
{
    unsigned n = 0;

    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    while (spoor_shell_history(n) != NULL) {
        n++;
    }
    while (n-- > 0) {
        printf("  %s\n", spoor_shell_history(n));
    }
    return 0;
}

SPOOR_SHELL_COMMAND("history", "show the lines typed, the newest last", "", history_command, NULL);
