/* SPDX-License-Identifier: BSD-2-Clause */
/* Zephyr's serial driver, polled. */
#ifndef ZEPHYR_DRIVERS_UART_H
#define ZEPHYR_DRIVERS_UART_H

#include <zephyr/device.h>

void uart_poll_out(const struct device *device, unsigned char byte);

#endif
