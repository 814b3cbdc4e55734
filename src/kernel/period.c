/* SPDX-License-Identifier: BSD-2-Clause */
/* Periodic threads: releases without drift. Each release is recorded as an event. */
#include <kernel/timer.h>
#include "event_priv.h"

/* The trace records periods in cycles. */
static uint32_t cycles_of(uint32_t ms)
{
    uint64_t cycles = (uint64_t)ms * clock_hz() / 1000;

    return cycles < UINT32_MAX ? (uint32_t)cycles : UINT32_MAX;
}

void thread_period_begin(struct thread_period *p, uint32_t period_ms, uint32_t deadline_ms)
{
    uint64_t ticks = ticks_for_ms(period_ms);
    uint32_t period = cycles_of(period_ms), deadline = cycles_of(deadline_ms);

    wait_check(__func__);
    p->ticks = ticks == 0 ? 1 : ticks < UINT32_MAX ? (uint32_t)ticks : UINT32_MAX;
    p->next_tick = timer_ticks();
    (void)period;
    (void)deadline;
    trace_event(thread_period, thread_id(thread_self()), period, deadline);
    trace_event(thread_activated, thread_id(thread_self()));
}

bool thread_period_wait(struct thread_period *p)
{
    uint32_t state = kernel_lock_to_wait(__func__);
    bool late = ticks_now_locked() >= (p->next_tick += p->ticks);

    if (late) {
        kernel_unlock(state);
    } else {
        struct thread *self = this_cpu()->current;

        event_leaves(self, TRACE_LEFT_SLEEP);
        wait_begin_until_locked(p->next_tick);
        (void)wait_commit(self, state);
    }
    trace_event(thread_activated, thread_id(thread_self()));
    return late;
}
