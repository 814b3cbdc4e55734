/* SPDX-License-Identifier: BSD-2-Clause */
/* The tick: maintains the 64-bit time, the ring's time, and the age of blocks. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <spoor/port/atomic.h>
#include <spoor/core/order.h>
#include <spoor/util/widen.h>
#include "spoor_port.h"

#if CONFIG_TRACE_BLOCKS && CONFIG_TRACE_NET

/*
 * The end of a visit compares the ages only if time was stolen from it. A tick that no hook announces steals
 * none: it runs in a main loop or a handler without hooks. So it steals one of its own cycles for each age.
 * If it took no whole cycle, a visit may be shorter than that: the next tick tries again.
 */
static void steal_a_cycle(uint32_t begin_cycles)
{
    static uint32_t ages[CONFIG_CPUS];
    uint32_t *seen = &ages[spoor_port_cpu()], age = trace_age();
    struct trace_context *c = spoor_port_context();

    if (*seen != age && c->interrupted == NULL && begin_cycles != spoor_port_cycles()) {
        *seen = age;
        uint32_t state = spoor_port_lock();

        c->stolen_cycles++;
        spoor_port_unlock(state);
    }
}

#else

static void steal_a_cycle(uint32_t begin_cycles)
{
    (void)begin_cycles;
}

#endif

static inline void run(void (*hook)(void))
{
    uint32_t begin_cycles = spoor_port_cycles();

    hook();
    steal_a_cycle(begin_cycles);
}

#if CONFIG_TRACE_EVENTS

static volatile uint32_t halves;

uint64_t spoor_time(void)
{
    return spoor_widen_read(&halves, spoor_port_cycles, 32);
}

/* Run the tick, unless it already runs in an interrupted main loop or on another CPU. */
static void tick(void (*hook)(void))
{
    static uint32_t ticking;

#if CONFIG_CPUS > 1
    if (spoor_atomic_cas(&ticking, 0, 1)) {
#else
    if (spoor_load_first(&ticking) == 0) {
        spoor_store_last(&ticking, 1);
#endif
        spoor_widen_upkeep(&halves, spoor_port_cycles, 32);
        run(hook);
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
    run(trace_age_upkeep);
}

void spoor_woke(void)
{
    spoor_tick();
}

bool spoor_poll(void)
{
    spoor_tick();
    return false;
}

#endif

#endif
