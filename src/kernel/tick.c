/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tick. On CPU 0 it maintains the clock, expires timeouts and runs timers. On every CPU it ends time
 * slices. ticks.c derives the tick count from the clock, so a lost or late interrupt causes no timer drift.
 */
#include <drivers/board.h>
#include <kernel/irq.h>
#include "event_priv.h"

#define TICK_LEVEL 2

static void tick_isr(unsigned line, void *arg)
{
    const struct timer_dev *timer = arg;

    (void)line;
    timer->ops->ack(timer);
    trace_hook_tick();
    trace_event(kernel_tick);
    if (hal_cpu_id() == 0) {
        clock_upkeep();

        uint32_t state = kernel_lock();

        (void)ticks_now_locked();
        kernel_unlock(state);
        timeouts_expire();
        timers_expire();
    }
    sched_tick();
}

void tick_init(void)
{
    const struct timer_dev *timer = board.tick;

    if (timer->ops->longest_cycles != 0 && timer->clock_hz / CONFIG_TICK_HZ > timer->ops->longest_cycles) {
        panic("tick: the timer can't run this slowly: CONFIG_TICK_HZ must be at least %lu",
              (unsigned long)(timer->clock_hz / timer->ops->longest_cycles + 1));
    }
    if (irq_attach(timer->line, TICK_LEVEL, tick_isr, (void *)timer, "tick") != 0) {
        panic("tick: line %u can't be attached", timer->line);
    }
    ticks_init(); /* before the timer, so that each interrupt finds its tick elapsed */
    timer->ops->start(timer, CONFIG_TICK_HZ);
}

void tick_init_cpu(void)
{
    irq_enable_cpu(board.tick->line);
    board.tick->ops->start(board.tick, CONFIG_TICK_HZ);
}
