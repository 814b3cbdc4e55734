/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's driver: two serial ports. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

/** Prepare the serial ports and the tick. */
void board_init(void);

/** Wait until there is room, then send a byte. */
void uart_put(unsigned port, uint8_t byte);

/** @return true if a byte was received */
bool uart_get(unsigned port, char *byte);

#endif
