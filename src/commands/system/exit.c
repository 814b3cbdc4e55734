/* SPDX-License-Identifier: BSD-2-Clause */
/* exit: end the run in an emulator or under a debugger. */
#include <spoor/config.h>

#if CONFIG_SEMIHOST

#include <kernel/panic.h>
#include <spoor/stream.h>
#include <spoor/shell/shell.h>

static int exit_command(int argc, char **argv)
{
    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
#if CONFIG_TRACE_EVENTS
    trace_stream_stop();
#endif
    kernel_exit(0);
}

SPOOR_SHELL_COMMAND("exit", "end the run in the emulator", "", exit_command, NULL);

#endif
