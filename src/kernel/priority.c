/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Priority inheritance. The effective priority of a thread is the maximum of its base priority and the
 * priorities of the threads blocked on it: the first waiter of each mutex it holds, the first thread whose
 * message it hasn't taken or replied to, and the first thread that joins it. It is recomputed from scratch
 * whenever one of these changes. The change propagates along the chain of waits.
 */
#include "kernel_priv.h"

static unsigned raised(unsigned priority, struct wait_queue *waiters)
{
    const struct thread *first = wait_queue_first(waiters);

    return first != NULL && first->priority > priority ? first->priority : priority;
}

static unsigned effective_priority(struct thread *t)
{
    unsigned priority = t->base_priority;

    spoor_list_for_each(node, &t->held)
    {
        priority = raised(priority, &spoor_container_of(node, struct mutex, held)->waiters);
    }
    priority = raised(priority, &t->senders);
    priority = raised(priority, &t->callers);
    return raised(priority, &t->joiners);
}

void priority_update_locked(struct thread *t)
{
    /* This also terminates on a cycle of waiters: their priorities become equal. */
    while (t != NULL) {
        unsigned priority = effective_priority(t);

        if (priority == t->priority) {
            return;
        }
        sched_set_priority_locked(t, priority);
        t = t->wait_mutex != NULL ? t->wait_mutex->owner : t->wait_thread;
    }
}
