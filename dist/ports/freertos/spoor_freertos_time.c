/* SPDX-License-Identifier: BSD-2-Clause */
/* FreeRTOS's tick, and sleeps without ticks. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <FreeRTOS.h>
#include <task.h>
#include "spoor_port.h"

void spoor_freertos_tick(void)
{
    spoor_tick();
}

/* Interrupts are masked: a counter that went on is carried over before the interrupt that ends the sleep
 * records. */
void spoor_freertos_woke(void)
{
    spoor_woke();
}

#if CONFIG_CYCLES_ADDRESS && !CONFIG_CYCLES_DOWN && !defined(SPOOR_SLEEPLESS_COUNTER)

/*
 * A tick, and the counter when it should have come. The kernel makes up for the ticks of a sleep from another
 * timer, and counts its last one later: so the next sleep goes on from here, and a time that is missing now
 * isn't missing for ever.
 */
static TickType_t anchor_ticks;
static uint32_t anchor_cycles;

static uint32_t per_tick(void)
{
    return spoor_port_cycles_hz() / configTICK_RATE_HZ;
}

/* @return by how much the counter is less than the ticks say; both wrap */
static int32_t missing_at(TickType_t ticks)
{
    return (int32_t)((uint32_t)(ticks - anchor_ticks) * per_tick() - (spoor_port_cycles() - anchor_cycles));
}

void spoor_freertos_sleep_begin(void)
{
    TickType_t ticks = xTaskGetTickCount();
    int32_t apart = missing_at(ticks);

    if (apart > (int32_t)per_tick() || -apart > 2 * (int32_t)per_tick()) { /* two clocks, and their drift */
        anchor_ticks = ticks;
        anchor_cycles = spoor_port_cycles();
    }
}

/* A counter that stood still is advanced by the time that it missed, if that is more than a tick. */
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
