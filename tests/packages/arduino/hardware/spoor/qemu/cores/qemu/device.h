/* SPDX-License-Identifier: BSD-2-Clause */
/* What a variant drives: a polled UART and a clock. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdint.h>

void device_begin();
void device_put(uint8_t byte);
bool device_has_input();
uint8_t device_get();
uint32_t device_micros();

#endif
