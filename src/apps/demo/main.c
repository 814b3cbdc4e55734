/* SPDX-License-Identifier: BSD-2-Clause */
/* The sensor node with a shell. */
#include <kernel/main.h>
#include <spoor/shell/shell.h>
#include "stages_priv.h"

/* Runs before the banner. It shows the cost of the boot and of 20 ms before the application starts. */
const char *const spoor_shell_start_script[] = {"sleep 20", "trace_blocks -s", NULL};

int main(void)
{
    return stages_start();
}
