/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's events, as its files record them. Their definitions are in events.c; their names and fields
 * are what a host shows, see docs/events.md. Without CONFIG_TRACE_EVENTS nothing is left of any of it.
 */
#ifndef EVENT_PRIV_H
#define EVENT_PRIV_H

#include <profiler/event.h>
#include <profiler/filter.h>
#include "kernel_priv.h"

/** Why a thread left its CPU; for those that wait, on what. The order is that of the names in events.c. */
enum thread_leave {
    LEFT_PREEMPTED,
    LEFT_YIELD,
    LEFT_SLEEP,
    LEFT_SUSPENDED,
    LEFT_EXITED,
    LEFT_MUTEX,
    LEFT_SEM,
    LEFT_QUEUE_GET,
    LEFT_QUEUE_PUT,
    LEFT_IPC_SEND,
    LEFT_IPC_REPLY,
    LEFT_IPC_RECEIVE,
    LEFT_JOIN,
    LEFT_BITS = 4,
};

/** How a thread became ready. The order is that of the names in events.c. */
enum thread_wake { WAKE_GIVEN, WAKE_TIMEOUT, WAKE_RESUMED, WAKE_GONE, WAKE_BITS = 2 };

/** An object of sync.h, and for a queue which end of it. The order is that of the names in events.c. */
enum sync_kind { SYNC_MUTEX, SYNC_SEM, SYNC_QUEUE_GET, SYNC_QUEUE_PUT, SYNC_BITS = 2 };

TRACE_EVENT_DECLARE(sched_switch, 1);
TRACE_EVENT_DECLARE(sched_wake, 2);
TRACE_EVENT_DECLARE(tick_late, 1);
TRACE_EVENT_DECLARE(thread_new, 3);
TRACE_EVENT_DECLARE(thread_end, 1);
TRACE_EVENT_DECLARE(priority_set, 2);
TRACE_EVENT_DECLARE(ipc_sent, 1);
TRACE_EVENT_DECLARE(ipc_received, 1);
TRACE_EVENT_DECLARE(ipc_replied, 1);
TRACE_EVENT_DECLARE(ipc_short, 1);
TRACE_EVENT_DECLARE(sync_wait, 2);
TRACE_EVENT_DECLARE(sync_give, 2);
TRACE_EVENT_DECLARE(timer_expired, 2);
TRACE_EVENT_DECLARE(kernel_tick, 0);
TRACE_EVENT_DECLARE(irq_enter, 1);
TRACE_EVENT_DECLARE(irq_exit, 0);
TRACE_EVENT_DECLARE(cpu_fault, 4);
TRACE_EVENT_DECLARE(kernel_panic, 1);

#if CONFIG_TRACE_EVENTS

/** The object that a waiting thread waits on, or NULL. */
const void *event_object(const struct thread *t);

/** The same while a filter is set. */
void event_switch_filtered(const struct thread *out, const struct thread *in);
void event_wake_filtered(const struct thread *t, enum thread_wake how);

/** `t` is about to leave its CPU, unless something calls it back first. */
static inline void event_leaves(struct thread *t, enum thread_leave why)
{
    t->leave = (uint8_t)why;
}

/** `t` stays where it is: it was called back, or nobody else wants to run. */
static inline void event_stays(struct thread *t)
{
    if (t->state == THREAD_READY) {
        t->leave = LEFT_PREEMPTED;
    }
}

static inline uint32_t event_switch_word(const struct thread *out, const struct thread *in)
{
    return in->id << LEFT_BITS | out->leave;
}

/** `in` runs from here on instead of `out`. */
static inline void event_switch(const struct thread *out, struct thread *in)
{
    if (__builtin_expect(trace_filtering, 0)) {
        event_switch_filtered(out, in);
    } else {
        trace_event(sched_switch, event_switch_word(out, in));
    }
    in->leave = LEFT_PREEMPTED;
}

/** `t` is ready again. Ahead of what forgets for what it waited. */
static inline void event_wake(struct thread *t, enum thread_wake how)
{
    if (trace_event_is_on(sched_wake)) {
        if (__builtin_expect(trace_filtering, 0)) {
            event_wake_filtered(t, how);
        } else {
            trace_event(sched_wake, t->id << WAKE_BITS | how, (uintptr_t)event_object(t));
        }
    }
    t->leave = LEFT_PREEMPTED;
}

/** The running thread waits on an object of sync.h. */
static inline void event_sync_wait(struct thread *t, const void *object, enum sync_kind kind)
{
    t->leave = (uint8_t)(LEFT_MUTEX + kind);
    trace_event(sync_wait, (uintptr_t)object, kind);
}

/** An object of sync.h, or what it held, goes straight to `t`. */
static inline void event_sync_give(const struct thread *t, const void *object, enum sync_kind kind)
{
    (void)t;
    trace_event(sync_give, (uintptr_t)object, t->id << SYNC_BITS | kind);
}

static inline uint32_t event_id(const struct thread *t)
{
    return t != NULL ? t->id : 0;
}

#else

static inline void event_leaves(struct thread *t, enum thread_leave why)
{
    (void)t;
    (void)why;
}

static inline void event_stays(struct thread *t)
{
    (void)t;
}

static inline void event_switch(const struct thread *out, struct thread *in)
{
    (void)out;
    (void)in;
}

static inline void event_wake(struct thread *t, enum thread_wake how)
{
    (void)t;
    (void)how;
}

static inline void event_sync_wait(struct thread *t, const void *object, enum sync_kind kind)
{
    (void)t;
    (void)object;
    (void)kind;
}

static inline void event_sync_give(const struct thread *t, const void *object, enum sync_kind kind)
{
    (void)t;
    (void)object;
    (void)kind;
}

#endif
#endif
