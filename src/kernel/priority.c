/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Priority inheritance. The priority of a thread is the greatest of its own and those of the first waiters of
 * all mutexes that it holds. It is recomputed, never added to, whenever one of these changes, and the change
 * goes on along the chain of mutexes that are waited for.
 */
#include "kernel_priv.h"

static unsigned effective_priority(const struct thread *t)
{
    unsigned priority = t->base_priority;

    list_for_each (node, &t->held) {
        const struct thread *first = wait_queue_first(&container_of(node, struct mutex, held)->waiters);

        if (first != NULL && first->priority > priority) {
            priority = first->priority;
        }
    }
    return priority;
}

void priority_update_locked(struct thread *t)
{
    /* Ends in a circle of waiters too: priorities there become equal. */
    while (t != NULL) {
        unsigned priority = effective_priority(t);

        if (priority == t->priority) {
            return;
        }
        sched_set_priority_locked(t, priority);
        t = t->wait_mutex != NULL ? t->wait_mutex->owner : NULL;
    }
}
