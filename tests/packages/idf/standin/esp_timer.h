/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef STANDIN_ESP_TIMER_H
#define STANDIN_ESP_TIMER_H

#include <stdint.h>

/** @return the time since boot in µs */
int64_t esp_timer_get_time(void);

#endif
