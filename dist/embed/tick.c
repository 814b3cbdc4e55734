/* SPDX-License-Identifier: BSD-2-Clause */
/* The tick: maintains the 64-bit time, the ring's time, and the age of blocks. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <spoor/port/atomic.h>
#include <spoor/core/order.h>
#include <spoor/util/widen.h>
#include "spoor_port.h"

#if CONFIG_TRACE_EVENTS

static volatile uint32_t halves;

uint64_t spoor_time(void)
{
    return spoor_widen_read(&halves, spoor_port_cycles, 32);
}

/* Run the tick, unless it already runs in an interrupted main loop or on another CPU. */
static inline void tick(void (*hook)(void))
{
    static uint32_t ticking;

#if CONFIG_CPUS > 1
    if (spoor_atomic_cas(&ticking, 0, 1)) {
#else
    if (spoor_load_first(&ticking) == 0) {
        spoor_store_last(&ticking, 1);
#endif
        spoor_widen_upkeep(&halves, spoor_port_cycles, 32);
        hook();
        spoor_store_last(&ticking, 0);
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
