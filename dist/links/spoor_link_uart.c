/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A serial port, polled: define in one of your files
 *
 *     void spoor_uart_put(uint8_t byte);      waits for room, and sends
 */
#include "spoor_links.h"

void spoor_link_uart(const uint8_t *frame, size_t bytes)
{
    while (bytes-- > 0) {
        spoor_uart_put(*frame++);
    }
}
