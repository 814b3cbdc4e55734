/* SPDX-License-Identifier: BSD-2-Clause */
/* Implement the shell's output, clock and sleep on the console, and detect Ctrl-C while a command runs. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <stdio.h>
#include <drivers/clock.h>
#include <services/console.h>
#include "shell_priv.h"

#define CTRL_C 3

void spoor_shell_write(const char *text, size_t n)
{
    fwrite(text, 1, n, stdout);
}

static bool stopped;

void spoor_shell_stop_begin(void)
{
    stopped = false;
}

bool spoor_shell_stopped(void)
{
    if (!stopped && console_take(CTRL_C)) {
        stopped = true;
        printf("^C\n");
    }
    return stopped;
}

uint64_t spoor_shell_now_ns(void)
{
    return clock_ns();
}

bool spoor_shell_sleep(uint32_t ms, char key)
{
    uint64_t until = clock_ns() + ms * UINT64_C(1000000), now;
    bool ended;

    fflush(stdout);
    while (!(ended = spoor_shell_stopped() || (key != '\0' && console_take(key))) &&
           (now = clock_ns()) < until) {
        (void)console_wait((uint32_t)((until - now + 999999) / 1000000)); /* returns early at any key */
    }
    return !ended;
}

#endif
