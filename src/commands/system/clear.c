/* SPDX-License-Identifier: BSD-2-Clause */
/* clear: clear the screen. */
#include <stdio.h>
#include <spoor/shell/shell.h>

static int clear_command(int argc, char **argv)
{
    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    printf("\x1b[H\x1b[2J");
    return 0;
}

SPOOR_SHELL_COMMAND("clear", "clear the screen", "", clear_command, NULL);
