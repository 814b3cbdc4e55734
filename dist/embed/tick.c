/* SPDX-License-Identifier: BSD-2-Clause */
/* The tick: maintains the 64-bit time, the ring's time, and the age of blocks. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <spoor/port/atomic.h>
#include <spoor/util/widen.h>
#include "spoor_port.h"

#if CONFIG_TRACE_EVENTS

volatile uint32_t spoor_halves;

/* Run the tick, unless it already runs in an interrupted main loop or on another CPU. */
static inline void tick(void (*hook)(void))
{
    static volatile uint32_t ticking;

#if CONFIG_CPUS > 1
    if (spoor_atomic_cas(&ticking, 0, 1)) {
#else
    if (!ticking) {
        ticking = 1;
#endif
        spoor_widen_upkeep(&spoor_halves, spoor_port_cycles, 32);
        hook();
        __atomic_store_n(&ticking, 0, __ATOMIC_RELEASE);
    }
}

void spoor_tick(void)
{
    tick(trace_hook_tick);
}

void spoor_woke(void)
{
    tick(trace_hook_woke);
}

#else

void spoor_tick(void)
{
    trace_hook_tick();
}

void spoor_woke(void)
{
    trace_hook_woke();
}

bool spoor_poll(void)
{
    spoor_tick();
    return false;
}

#endif

#endif
