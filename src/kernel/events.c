/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace records that need the kernel's objects: wake-ups with the wait object. */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <stddef.h>
#include "event_priv.h"

const void *event_object(const struct thread *t)
{
    /* Offset of the wait queue within its object, by the reason of the wait. */
    static const uint16_t offsets[1 << TRACE_LEFT_BITS] = {
        [TRACE_LEFT_MUTEX] = offsetof(struct mutex, waiters),
        [TRACE_LEFT_SEM] = offsetof(struct sem, waiters),
        [TRACE_LEFT_QUEUE_GET] = offsetof(struct queue, readers),
        [TRACE_LEFT_QUEUE_PUT] = offsetof(struct queue, writers),
        [TRACE_LEFT_IPC_SEND] = offsetof(struct thread, senders),
        [TRACE_LEFT_IPC_REPLY] = offsetof(struct thread, callers),
        [TRACE_LEFT_JOIN] = offsetof(struct thread, joiners),
    };

    if (t->trace.left == TRACE_LEFT_IPC_RECEIVE) {
        return t;
    }
    return t->wait_on != NULL ? (const char *)t->wait_on - offsets[t->trace.left] : NULL;
}

void event_record_wake(const struct thread *t, enum trace_wake how)
{
    const void *object = event_object(t);

    if (__builtin_expect(trace_filtering, 0)) {
        uint32_t state = spoor_irq_save();

        trace_hook_wake_filtered(thread_id(this_cpu()->current), &t->trace, how, object);
        spoor_irq_restore(state);
    } else {
        trace_event(sched_wake, thread_id(t) << TRACE_WAKE_BITS | how, (uintptr_t)object);
    }
}

#endif
