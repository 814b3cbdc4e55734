/* SPDX-License-Identifier: BSD-2-Clause */
/* What ESP-IDF's start-up code does before the scheduler starts, and functions of its components. */
#include <string.h>
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

void vPortEnterCritical(void)
{
    standin_enter();
}

void vPortExitCritical(void)
{
    standin_leave();
}

BaseType_t xPortInIsrContext(void)
{
    BaseType_t in_isr;

    __asm__ volatile("csrr %0, mscratch" : "=r"(in_isr)::"memory");
    return in_isr;
}

/* The machine's counter runs at 10 MHz. */
int64_t esp_timer_get_time(void)
{
    const volatile uint32_t *mtime = (const volatile uint32_t *)0x0200BFF8u;
    uint32_t high, low;

    do {
        high = mtime[1];
        low = mtime[0];
    } while (high != mtime[1]);
    return (int64_t)(((uint64_t)high << 32 | low) / 10);
}

void __real_vTaskStartScheduler(void);
void __wrap_vTaskStartScheduler(void);

#if CONFIG_ESP_TRACE_ENABLE
#include "esp_trace_registry.h"

extern const esp_trace_encoder_desc_t _esp_trace_encoder_array_start[], _esp_trace_encoder_array_end[];

/* esp_trace doesn't start without the encoder of this name. */
static int start_trace(void)
{
    for (const esp_trace_encoder_desc_t *e = _esp_trace_encoder_array_start; e < _esp_trace_encoder_array_end;
         e++) {
        if (strcmp(e->name, CONFIG_ESP_TRACE_LIB_NAME) == 0) {
            return e->vtable->write != NULL && e->vtable->init(NULL, NULL) == ESP_OK;
        }
    }
    return 0;
}
#else
static int start_trace(void)
{
    return 1;
}
#endif

void __wrap_vTaskStartScheduler(void)
{
    while (!start_trace()) {
    }
    __real_vTaskStartScheduler();
}
