/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's threads and objects for the events of spoor/port/kernel_events.h. Without CONFIG_TRACE_EVENTS
 * nothing is left of any of it.
 */
#ifndef EVENT_PRIV_H
#define EVENT_PRIV_H

#include <spoor/port/hooks.h>
#include "kernel_priv.h"

/** @return the object that a waiting thread waits on, or NULL. */
const void *event_object(const struct thread *t);

/** The record of a wake-up, now. */
void event_record_wake(const struct thread *t, enum trace_wake how);

/** `t` is about to leave its CPU, unless something makes it ready before. */
static inline void event_leaves(struct thread *t, enum trace_left why)
{
    trace_thread_leaves(&t->trace, why);
}

/** `t` stays on its CPU: it was made ready before the switch, or no other thread wants to run. */
static inline void event_stays(struct thread *t)
{
    if (t->state == THREAD_READY) {
        trace_thread_leaves(&t->trace, TRACE_LEFT_PREEMPTED);
    }
}

/** `t` is ready again. Call it before `t` forgets its wait object. */
static inline void event_wake(struct thread *t, enum trace_wake how)
{
    (void)how;
    if (trace_hook_wants_wake()) {
        event_record_wake(t, how);
    }
    trace_thread_leaves(&t->trace, TRACE_LEFT_PREEMPTED);
}

/** The running thread waits on an object of sync.h, of a mutex for its `holder`. */
static inline void event_sync_wait(struct thread *t, const void *object, enum trace_sync kind,
                                   const struct thread *holder)
{
    (void)object;
    (void)kind;
    (void)holder;
    trace_thread_leaves(&t->trace, (enum trace_left)(TRACE_LEFT_MUTEX + kind));
    trace_event(sync_wait, (uintptr_t)object,
                (holder != NULL ? thread_id(holder) : 0) << TRACE_SYNC_BITS | kind);
}

/** An object of sync.h, or an item from it, goes straight to `t`. */
static inline void event_sync_give(const struct thread *t, const void *object, enum trace_sync kind)
{
    (void)t;
    (void)object;
    (void)kind;
    trace_event(sync_give, (uintptr_t)object, thread_id(t) << TRACE_SYNC_BITS | kind);
}

/** A thread has got or taken from, or put into, an object of sync.h, which holds `level` after that. */
static inline void event_sync_take(const void *object, enum trace_sync kind, uint32_t level)
{
    (void)object;
    (void)kind;
    (void)level;
    trace_event(sync_take, (uintptr_t)object, level << TRACE_SYNC_BITS | kind);
}

static inline void event_sync_put(const void *object, enum trace_sync kind, uint32_t level)
{
    (void)object;
    (void)kind;
    (void)level;
    trace_event(sync_put, (uintptr_t)object, level << TRACE_SYNC_BITS | kind);
}

#endif
