/* SPDX-License-Identifier: BSD-2-Clause */
/* The system below the shell's commands: nobody types Ctrl-C, and a call takes a second. */
#include <stdio.h>
#include <spoor/shell/shell.h>

void spoor_shell_write(const char *text, size_t n)
{
    fwrite(text, 1, n, stdout);
}

bool spoor_shell_stopped(void)
{
    return false;
}

uint64_t spoor_shell_now_ns(void)
{
    static uint64_t now;

    return now += 1000000000;
}
