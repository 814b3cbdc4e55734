/* SPDX-License-Identifier: BSD-2-Clause */
/* The hooks for boot, filtered switches and wake-ups, and ticks. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/filter.h>
#include <spoor/port/hooks.h>
#include <spoor/core/ring.h>
#include <spoor/util/build_id.h>

void trace_ring_of_cpu(void)
{
#ifdef SPOOR_PORT_RING_SET
    spoor_port_ring_set(&trace_rings[spoor_port_cpu()]);
#endif
}

void trace_hook_boot(void)
{
    trace_age_begin();
    trace_rings_init(spoor_build_id_number());
    trace_ring_of_cpu();
}

#if CONFIG_TRACE_FILTERS

/* Records the switch unless both threads are excluded. */
void trace_hook_switch_filtered(const struct trace_thread *out, const struct trace_thread *in)
{
    trace_filter_switch(out->number, in->number);
    trace_event(sched_switch, in->number << TRACE_LEFT_BITS | out->left);
    trace_filter_enter(in->number);
}

/*
 * Records the wake-up unless both threads are excluded, so a trace of one thread shows which threads woke it.
 */
void trace_hook_wake_filtered(uint32_t by, const struct trace_thread *t, enum trace_wake how,
                              const void *object)
{
    trace_filter_switch(by, t->number);
    trace_event(sched_wake, t->number << TRACE_WAKE_BITS | how, (uintptr_t)object);
    trace_filter_enter(by);
}

#endif

/*
 * Records contain only the low bits of the time. If a tick is very late, because a debugger or the host
 * stopped the CPU but not its counter, some of them may lack a wrap. Therefore the whole time is recorded,
 * and an event marks the place, unless the port knows that nothing was recorded meanwhile.
 */
static inline void tick(bool asleep)
{
    static uint64_t before[CONFIG_CPUS];
#ifdef SPOOR_PORT_TICK_OF_ALL
    const unsigned cpu = 0;
#else
    unsigned cpu = spoor_port_cpu();
#endif
    uint64_t now = spoor_port_time(), since = now - before[cpu];
    bool late =
        before[cpu] != 0 && since > SPOOR_WIRE_TIME_MASK / 2 && !trace_ring_is_careful(&trace_rings[cpu]);

    trace_age_upkeep();
    before[cpu] = now;
    trace_ring_tick(late);
    if (late && !asleep) {
        trace_event(tick_late, since <= UINT32_MAX ? (uint32_t)since : UINT32_MAX);
    }
}

void trace_hook_tick(void)
{
    tick(false);
}

void trace_hook_woke(void)
{
    tick(true);
}

#endif
