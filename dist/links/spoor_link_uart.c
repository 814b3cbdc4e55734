/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The link over a serial port, polled. You must define this function in your program:
 *
 *     void spoor_uart_put(uint8_t byte);      wait for room, then send the byte
 */
#include "spoor_links.h"

void spoor_link_uart(const uint8_t *frame, size_t bytes)
{
    while (bytes-- > 0) {
        spoor_uart_put(*frame++);
    }
}
