/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tick count, computed from the clock whenever it is read. So a lost or late interrupt causes no timer
 * drift and shortens no wait.
 */
#include <kernel/timer.h>
#include "kernel_priv.h"

#define MS_PER_S 1000u

uint64_t kernel_ticks;

/*
 * Elapsed fraction of the next tick, in units of 1 / (hz * CONFIG_TICK_HZ) s, so that no rate has to divide
 * another.
 */
static uint64_t part;
static uint64_t seen_cycles;

uint64_t ticks_for_ms(uint32_t ms)
{
    if (CONFIG_TICK_HZ == MS_PER_S) {
        return ms;
    }
    return ((uint64_t)ms * CONFIG_TICK_HZ + MS_PER_S - 1) / MS_PER_S;
}

uint64_t ticks_now_locked(void)
{
    uint64_t now = clock_cycles();
    uint64_t passed = now - seen_cycles;
    uint32_t hz = clock_hz();

    seen_cycles = now;
    /* A tick later than spoor/util/widen.h requires may set the clock back. */
    if (passed >> 63 == 0) {
        part += passed * CONFIG_TICK_HZ;
    }
    while (part >= hz) {
        part -= hz;
        kernel_ticks++;
    }
    return kernel_ticks;
}

void ticks_init(void)
{
    seen_cycles = clock_cycles();
}

uint64_t timer_ticks(void)
{
    uint32_t state = kernel_lock();
    uint64_t ticks = ticks_now_locked();

    kernel_unlock(state);
    return ticks;
}
