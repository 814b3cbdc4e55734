/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that the shell's commands need. Ctrl-C is never pressed, and each read of the time advances it by
 * 1 s. */
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
