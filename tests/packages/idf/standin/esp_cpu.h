/* SPDX-License-Identifier: BSD-2-Clause */
/* The CPU's counter: that of QEMU's machine. */
#ifndef STANDIN_ESP_CPU_H
#define STANDIN_ESP_CPU_H

#include <stdint.h>

static inline uint32_t esp_cpu_get_cycle_count(void)
{
    return *(volatile uint32_t *)0x0200BFF8u;
}

#endif
