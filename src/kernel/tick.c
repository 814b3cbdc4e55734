/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tick: keeps the clock up, ends waits and turns, calls timers. Time is what the clock says: ticks
 * that were lost while interrupts were masked are made up for, so that timers and sleeps don't drift.
 */
#include <drivers/board.h>
#include <kernel/irq.h>
#include "kernel_priv.h"

#define TICK_LEVEL 2
#define MS_PER_S   1000u

uint64_t kernel_ticks;

/* In units of 1 / (hz * CONFIG_TICK_HZ) s, so that no tick rate has to divide the counter's. */
static int64_t owed;
static uint64_t seen_cycles;

uint64_t ticks_for_ms(uint32_t ms)
{
    if (CONFIG_TICK_HZ == MS_PER_S) {
        return ms;
    }
    return ((uint64_t)ms * CONFIG_TICK_HZ + MS_PER_S - 1) / MS_PER_S;
}

/* How many ticks the clock has gone on, to the nearest: an interrupt that is late is no tick more. */
static uint32_t ticks_passed(void)
{
    uint64_t now = clock_cycles();
    int64_t hz = clock_hz();
    uint32_t ticks = 0;

    owed += (int64_t)(now - seen_cycles) * CONFIG_TICK_HZ;
    seen_cycles = now;
    while (owed >= hz / 2) {
        owed -= hz;
        ticks++;
    }
    return ticks;
}

static void tick_isr(unsigned line, void *arg)
{
    const struct timer_dev *timer = arg;
    uint32_t ticks = 1;

    (void)line;
    timer->ops->ack(timer);
    if (hal_cpu_id() == 0) {
        clock_upkeep();
        ticks = ticks_passed();

        uint32_t state = kernel_lock();

        kernel_ticks += ticks;
        kernel_unlock(state);
        timeouts_expire();
        timers_expire();
    }
    sched_tick(ticks);
}

void tick_init(void)
{
    const struct timer_dev *timer = board.tick;

    if (irq_attach(timer->line, TICK_LEVEL, tick_isr, (void *)timer, "tick") != 0) {
        panic("tick: line %u can't be attached", timer->line);
    }
    timer->ops->start(timer, CONFIG_TICK_HZ);
    seen_cycles = clock_cycles();
}
