/* SPDX-License-Identifier: BSD-2-Clause */
/* The tick: 64-bit time, the ring's time, and the age of blocks. */
#include <profiler/hooks.h>
#include <util/widen.h>
#include "spoor_api.h"

#if CONFIG_TRACE_EVENTS

volatile uint32_t spoor_halves;

/* A tick that interrupts one in the main loop has nothing to do. */
void spoor_tick(void)
{
    static volatile bool ticking;

    if (!ticking) {
        ticking = true;
        widen_upkeep(&spoor_halves, port_cycles, 32);
        trace_hook_tick();
        ticking = false;
    }
}

#else

void spoor_tick(void)
{
    trace_hook_tick();
}

bool spoor_poll(void)
{
    spoor_tick();
    return false;
}

#endif
