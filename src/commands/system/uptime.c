/* SPDX-License-Identifier: BSD-2-Clause */
/* uptime: show the time since boot and the clock. */
#include <stdio.h>
#include <drivers/clock.h>
#include <kernel/timer.h>
#include <spoor/shell/shell.h>
#include <spoor/util/format.h>

static int uptime_command(int argc, char **argv)
{
    char ticks[SPOOR_FORMAT_U64_BYTES], hours[SPOOR_FORMAT_U64_BYTES];

    if (argc != 1) {
        return spoor_shell_usage_error(argv[0]);
    }
    uint64_t ms = clock_ns() / 1000000;
    unsigned in_hour = (unsigned)(ms % 3600000);

    printf("up %s:%02u:%02u.%03u, %s ticks of %d Hz\n", spoor_format_u64(hours, ms / 3600000),
           in_hour / 60000, in_hour / 1000 % 60, in_hour % 1000, spoor_format_u64(ticks, timer_ticks()),
           CONFIG_TICK_HZ);
    printf("clock %lu Hz, resolution %lu ns\n", (unsigned long)clock_hz(),
           (unsigned long)clock_resolution_ns());
    return 0;
}

SPOOR_SHELL_COMMAND("uptime", "show time since boot and the clock", "", uptime_command, NULL);
