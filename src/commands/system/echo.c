/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * echo: print words.
 */
#include <stdio.h>
#include <spoor/shell/shell.h>

static int echo_command(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        printf("%s%s", i > 1 ? " " : "", argv[i]);
    }
    printf("\n");
    return 0;
}

SPOOR_SHELL_COMMAND("echo", "print words", "[WORD...]", echo_command, NULL);
