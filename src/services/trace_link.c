/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace link: the board's second serial port, where it has one, otherwise the console. The daemon polls
 * it: interrupts for output would be in the trace, and cause more of it.
 */
#include <drivers/board.h>
#include <services/console.h>
#include <kernel/init.h>
#include <profiler/port.h>
#include "trace_priv.h"

static bool has_port(void)
{
    return !CONFIG_TRACE_STREAM_CONSOLE && board.trace != NULL;
}

static int trace_link_open(void)
{
    static uint8_t unused[2]; /* nothing is received, and output isn't queued */

    if (!has_port()) {
        return 0;
    }
    return serial_open(board.trace, CONFIG_TRACE_BAUD, unused, 1, unused + 1, 1, NULL, NULL);
}

INIT_HOOK(INIT_DRIVERS, trace_link_open);

void trace_link_send(const uint8_t *frame, size_t n)
{
    if (!has_port()) {
        console_write_frame(frame, n);
        return;
    }
    while (n > 0) {
        size_t taken = serial_push(board.trace, frame, n);

        frame += taken;
        n -= taken;
    }
}

const char *port_link_name(void)
{
    return has_port() ? "uart" : "console";
}
