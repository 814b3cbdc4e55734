/* SPDX-License-Identifier: BSD-2-Clause */
/* The sensor node at a shell. */
#include <kernel/main.h>
#include <spoor/shell/shell.h>
#include "stages_priv.h"

/* Before the banner: the cost of the boot, and 20 ms of a system in which the application doesn't run yet. */
const char *const spoor_shell_start_script[] = {"sleep 20", "trace_blocks -s", NULL};

int main(void)
{
    return stages_start();
}
