/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tick: keeps the clock up, ends waits, calls timers, all that on CPU 0; and ends turns on each CPU. How
 * many ticks have passed is what the clock says, whenever it is asked: interrupts that were lost or late make
 * no timer drift and no wait short.
 */
#include <drivers/board.h>
#include <kernel/irq.h>
#include <profiler/ring.h>
#include "event_priv.h"

#define TICK_LEVEL 2
#define MS_PER_S   1000u

uint64_t kernel_ticks;

/* What of the next tick has passed, in units of 1 / (hz * CONFIG_TICK_HZ) s: no rate has to divide another.
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
    uint32_t hz = clock_hz();

    part += (now - seen_cycles) * CONFIG_TICK_HZ;
    seen_cycles = now;
    while (part >= hz) {
        part -= hz;
        kernel_ticks++;
    }
    return kernel_ticks;
}

#if CONFIG_TRACE_EVENTS

/*
 * The ring's tick. Records carry the low bits of the time, so after a tick that comes very late, since
 * somebody stopped the CPU and not its counter, some of them may be short of a wrap. From here on a new part,
 * which begins with all bits, and an event to tell.
 */
static void ring_tick(void)
{
    static uint64_t before[CONFIG_CPUS];
    unsigned cpu = hal_cpu_id();
    uint64_t now = port_time(), since = now - before[cpu];
    bool late = before[cpu] != 0 && since > WIRE_TIME_MASK / 2;

    before[cpu] = now;
    if (late) {
        trace_ring_want_close(cpu);
    }
    trace_ring_tick();
    if (late) {
        trace_event(tick_late, since <= UINT32_MAX ? (uint32_t)since : UINT32_MAX);
    }
}

#else

static void ring_tick(void)
{
}

#endif

static void tick_isr(unsigned line, void *arg)
{
    const struct timer_dev *timer = arg;

    (void)line;
    timer->ops->ack(timer);
    ring_tick();
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

    if (irq_attach(timer->line, TICK_LEVEL, tick_isr, (void *)timer, "tick") != 0) {
        panic("tick: line %u can't be attached", timer->line);
    }
    seen_cycles = clock_cycles(); /* ahead of the timer, so that each interrupt finds its tick passed */
    timer->ops->start(timer, CONFIG_TICK_HZ);
}

void tick_init_cpu(void)
{
    irq_enable_cpu(board.tick->line);
    board.tick->ops->start(board.tick, CONFIG_TICK_HZ);
}
