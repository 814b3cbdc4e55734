/* SPDX-License-Identifier: BSD-2-Clause */
/* ESP-IDF's targets with RISC-V: the interrupt state, the counter, and the lock of other RISC-V cores. */
#ifndef SPOOR_IDF_CORE_H
#define SPOOR_IDF_CORE_H

#include <stdint.h>
#include "sdkconfig.h"
#include "freertos/FreeRTOS.h"
#include "soc/periph_defs.h"

#if CONFIG_SECURE_ENABLE_TEE
#error "spoor: with CONFIG_SECURE_ENABLE_TEE programs can't mask all interrupts"
#endif

#define SPOOR_IN_ISR() (xPortInIsrContext() != 0)

/* ESP-IDF offers the CPU's counter where it counts evenly. */
#if CONFIG_ESP_TRACE_TS_SOURCE_CCOUNT
#include "esp_cpu.h"
#define SPOOR_CYCLES() ((uint32_t)esp_cpu_get_cycle_count())
#else
#include "esp_timer.h"
#define SPOOR_CYCLES()  ((uint32_t)esp_timer_get_time())
#define SPOOR_CYCLES_HZ 1000000
#endif

/** @return the number of the innermost interrupt with a trace macro, or 0. Context: any. */
unsigned spoor_idf_line(void);
#define SPOOR_IRQ_LINE() spoor_idf_line()
#define SPOOR_TICK_LINE  ((unsigned)ETS_SYSTIMER_TARGET0_INTR_SOURCE)

/* ESP-IDF's own mask leaves the interrupts of high priority unmasked. */
#include "../../ports/freertos/spoor_core.h"

#endif
