/* SPDX-License-Identifier: BSD-2-Clause */
/* FreeRTOS's tick, and tickless sleep. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <FreeRTOS.h>
#include <task.h>
#include "spoor_port.h"

void spoor_freertos_tick(void)
{
    spoor_tick();
}

/*
 * Called with interrupts masked: if the counter kept running during the sleep, its wraps are counted before
 * the interrupt that ends the sleep can record.
 */
void spoor_freertos_woke(void)
{
    spoor_woke();
}

#if CONFIG_CYCLES_ADDRESS && !CONFIG_CYCLES_DOWN && !defined(SPOOR_SLEEPLESS_COUNTER)

/*
 * A tick and the counter's value at that tick. After a sleep the kernel corrects its ticks from another
 * timer, and counts the last tick later. The next sleep starts from this pair, so that an error in one sleep
 * isn't permanent.
 */
static TickType_t anchor_ticks;
static uint32_t anchor_cycles;

static uint32_t per_tick(void)
{
    return spoor_port_cycles_hz() / configTICK_RATE_HZ;
}

/* @return the number of cycles by which the counter lags behind the ticks. Both may wrap. */
static int32_t missing_at(TickType_t ticks)
{
    return (int32_t)((uint32_t)(ticks - anchor_ticks) * per_tick() - (spoor_port_cycles() - anchor_cycles));
}

void spoor_freertos_sleep_begin(void)
{
    TickType_t ticks = xTaskGetTickCount();
    int32_t apart = missing_at(ticks);

    if (apart > (int32_t)per_tick() || -apart > 2 * (int32_t)per_tick()) { /* more than drift */
        anchor_ticks = ticks;
        anchor_cycles = spoor_port_cycles();
    }
}

/* If the counter stopped during the sleep, advance it by the missing time. Less than a tick is ignored. */
void spoor_freertos_sleep_end(void)
{
    TickType_t ticks = xTaskGetTickCount();
    uint32_t state = spoor_port_lock();
    int32_t missing = missing_at(ticks);

    if (missing > (int32_t)per_tick()) {
        *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS += (uint32_t)missing;
    }
    anchor_cycles += (uint32_t)(ticks - anchor_ticks) * per_tick();
    anchor_ticks = ticks;
    spoor_woke();
    spoor_port_unlock(state);
}

#else

void spoor_freertos_sleep_begin(void)
{
}

void spoor_freertos_sleep_end(void)
{
}

#endif

#endif
