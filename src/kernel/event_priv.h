/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adapters from the kernel's threads and objects to the events of spoor/port/kernel_events.h. Without
 * CONFIG_TRACE_EVENTS they compile to nothing.
 */
#ifndef EVENT_PRIV_H
#define EVENT_PRIV_H

#include <spoor/port/hooks.h>
#include "kernel_priv.h"

/** @return the object that the waiting thread `t` is blocked on, or NULL */
const void *event_object(const struct thread *t);

/** Record a wake-up of `t`. */
void event_record_wake(const struct thread *t, enum trace_wake how);

/** Note that `t` is about to leave its CPU for reason `why`. A wake-up before the switch cancels it. */
static inline void event_leaves(struct thread *t, enum trace_left why)
{
    trace_thread_leaves(&t->trace, why);
}

/** Note that `t` keeps its CPU: it was made ready before the switch, or no other thread is ready. */
static inline void event_stays(struct thread *t)
{
    if (t->state == THREAD_READY) {
        trace_thread_leaves(&t->trace, TRACE_LEFT_PREEMPTED);
    }
}

/** Note that `t` is ready again. Must be called before the wait object is cleared in `t`. */
static inline void event_wake(struct thread *t, enum trace_wake how)
{
    (void)how;
    if (trace_hook_wants_wake()) {
        event_record_wake(t, how);
    }
    trace_thread_leaves(&t->trace, TRACE_LEFT_PREEMPTED);
}

/**
 * Record that the running thread waits for an object of sync.h. `holder` is the owner of a mutex, otherwise
 * NULL.
 */
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

/** Record that an object of sync.h, or an item from it, is handed directly to `t`. */
static inline void event_sync_give(const struct thread *t, const void *object, enum trace_sync kind)
{
    (void)t;
    (void)object;
    (void)kind;
    trace_event(sync_give, (uintptr_t)object, thread_id(t) << TRACE_SYNC_BITS | kind);
}

/** Record that a thread took from, or put into, an object of sync.h. `level` is the count after that. */
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
