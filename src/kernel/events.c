/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's events: what they are named and what their words mean. docs/events.md says when they come. */
#include "event_priv.h"

#if CONFIG_TRACE_EVENTS

#define REASONS                                                                                              \
    "preempted|yield|sleep|suspended|exited|mutex|sem|queue_get|queue_put|ipc_send|ipc_reply|ipc_receive|"   \
    "join"
#define SYNCS "mutex|sem|queue_get|queue_put"

/* The first 13 take a byte less on the wire: those that come often. */
TRACE_EVENT_DEF_GLOBAL(sched_switch, TRACE_SWITCH, "reason:" REASONS "/4+next:thread");
TRACE_EVENT_DEF_GLOBAL(sched_wake, TRACE_SWITCH, "how:given|timeout|resumed|gone/2+thread:thread",
                       "object:ptr");
TRACE_EVENT_DEF_GLOBAL(irq_enter, TRACE_IRQ, "line");
TRACE_EVENT_DEF_GLOBAL(irq_exit, TRACE_IRQ);
TRACE_EVENT_DEF_GLOBAL(kernel_tick, TRACE_TICK);
TRACE_EVENT_DEF_GLOBAL(ipc_sent, TRACE_IPC, "to:thread");
TRACE_EVENT_DEF_GLOBAL(ipc_received, TRACE_IPC, "from:thread");
TRACE_EVENT_DEF_GLOBAL(ipc_replied, TRACE_IPC, "to:thread");
TRACE_EVENT_DEF_GLOBAL(ipc_short, TRACE_IPC_SHORT, "to:thread");
TRACE_EVENT_DEF_GLOBAL(sync_wait, TRACE_SYNC, "object:ptr", "kind:" SYNCS);
TRACE_EVENT_DEF_GLOBAL(sync_give, TRACE_SYNC, "object:ptr", "kind:" SYNCS "/2+to:thread");
TRACE_EVENT_DEF_GLOBAL(timer_expired, TRACE_TIMER, "timer:ptr", "function:ptr");
TRACE_EVENT_DEF_GLOBAL(priority_set, TRACE_THREAD, "thread:thread", "priority");
TRACE_EVENT_DEF_GLOBAL(tick_late, TRACE_SWITCH, "since:time");
TRACE_EVENT_DEF_GLOBAL(thread_new, TRACE_THREAD, "thread:thread", "priority", "entry:ptr");
TRACE_EVENT_DEF_GLOBAL(thread_end, TRACE_THREAD, "code:i32");
TRACE_EVENT_DEF_GLOBAL(cpu_fault, TRACE_FAULT, "pc:ptr", "address:x32", "status:x32", "thread:thread");
TRACE_EVENT_DEF_GLOBAL(kernel_panic, TRACE_FAULT, "caller:ptr");

const void *event_object(const struct thread *t)
{
    /* Where in its object the queue lies. */
    static const uint16_t offsets[1 << LEFT_BITS] = {
        [LEFT_MUTEX] = offsetof(struct mutex, waiters),
        [LEFT_SEM] = offsetof(struct sem, waiters),
        [LEFT_QUEUE_GET] = offsetof(struct queue, readers),
        [LEFT_QUEUE_PUT] = offsetof(struct queue, writers),
        [LEFT_IPC_SEND] = offsetof(struct thread, senders),
        [LEFT_IPC_REPLY] = offsetof(struct thread, callers),
        [LEFT_JOIN] = offsetof(struct thread, joiners),
    };

    if (t->leave == LEFT_IPC_RECEIVE) {
        return t;
    }
    return t->wait_on != NULL ? (const char *)t->wait_on - offsets[t->leave] : NULL;
}

/* The switch is of interest when either of the two threads is. */
void event_switch_filtered(const struct thread *out, const struct thread *in)
{
    trace_filter_switch(out->id, in->id);
    trace_event(sched_switch, event_switch_word(out, in));
    trace_filter_enter(in->id);
}

/* The same of a wake: who woke a thread of interest is of interest. */
void event_wake_filtered(const struct thread *t, enum thread_wake how)
{
    uint32_t state = hal_irq_save();
    uint32_t by = this_cpu()->current->id;

    trace_filter_switch(by, t->id);
    trace_event(sched_wake, t->id << WAKE_BITS | how, (uintptr_t)event_object(t));
    trace_filter_enter(by);
    hal_irq_restore(state);
}

#endif
