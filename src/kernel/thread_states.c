/* SPDX-License-Identifier: BSD-2-Clause */
/* Record the states of all threads when recording of switches starts. */
#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <stddef.h>
#include "event_priv.h"
#include "thread_priv.h"

static uint32_t state_locked(const struct thread *t)
{
    if (thread_on_cpu(t)) {
        return SPOOR_WIRE_LEFT_RUNS;
    }
    if (t->suspended) {
        return TRACE_LEFT_SUSPENDED;
    }
    return thread_can_run(t) ? (uint32_t)SPOOR_WIRE_LEFT_READY : t->trace.left;
}

/* @return the thread with the lowest number above `number`, or NULL */
static struct thread *next_locked(uint32_t number)
{
    struct thread *next = NULL;

    spoor_list_for_each(node, &thread_all)
    {
        struct thread *t = spoor_container_of(node, struct thread, all);

        if (thread_id(t) > number && (next == NULL || thread_id(t) < thread_id(next))) {
            next = t;
        }
    }
    return next;
}

/* The kernel is locked so that no state changes between reading and recording it. */
void spoor_port_tell_states(void)
{
    uint32_t number = 0;
    bool more = true;

    while (more) {
        uint32_t lock = kernel_lock();
        struct thread *t = next_locked(number);

        more = t != NULL;
        if (more) {
            uint32_t state = state_locked(t);
            bool waits = state != SPOOR_WIRE_LEFT_RUNS && state != SPOOR_WIRE_LEFT_READY;

            number = thread_id(t);
            trace_event(thread_state, number << TRACE_LEFT_BITS | state,
                        waits ? (uintptr_t)event_object(t) : 0, t->cpu);
        }
        kernel_unlock(lock);
    }
}

#endif
