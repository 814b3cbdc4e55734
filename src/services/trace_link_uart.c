/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace link over the board's second serial port if it has one, otherwise over the console. The daemon
 * polls the port, without interrupts and without a buffer other than the port's own.
 */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && !CONFIG_TRACE_LINK_IRQ && !CONFIG_TRACE_LINK_RTT &&               \
    !CONFIG_TRACE_LINK_ITM && !CONFIG_TRACE_LINK_SEMIHOST && !CONFIG_TRACE_LINK_UDP

#include <drivers/board.h>
#include <services/console.h>
#include <services/trace_link.h>

static bool has_port(void)
{
    return !CONFIG_TRACE_STREAM_CONSOLE && board.trace != NULL;
}

static int uart_open(void)
{
    static uint8_t unused[2]; /* nothing is received, and output isn't queued */

    if (!has_port()) {
        return 0;
    }
    return serial_open(board.trace, CONFIG_TRACE_BAUD, unused, 1, unused + 1, 1, NULL, NULL);
}

static void uart_send(const uint8_t *frame, size_t n)
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

const struct trace_link trace_link = {.name = "uart", .open = uart_open, .send = uart_send};

#endif
