/* SPDX-License-Identifier: BSD-2-Clause */
/* Recursive mutexes with an owner. Priority inheritance is in priority.c. */
#include <errno.h>
#include "event_priv.h"

static void own_locked(struct mutex *m, struct thread *t)
{
    m->owner = t;
    m->depth = 1;
    spoor_list_add_tail(&t->held, &m->held);
}

void mutex_init(struct mutex *m)
{
    *m = (struct mutex)MUTEX_INIT(*m);
}

int mutex_lock(struct mutex *m, uint32_t timeout_ms)
{
    uint32_t state =
        timeout_ms != WAIT_NONE ? kernel_lock_to_wait(__func__) : kernel_lock_in_thread(__func__);
    struct thread *self = this_cpu()->current;
    int result = 0;

    if (m->owner == NULL) {
        own_locked(m, self);
        event_sync_take(m, TRACE_SYNC_MUTEX, 1);
    } else if (m->owner == self) {
        m->depth++;
        event_sync_take(m, TRACE_SYNC_MUTEX, m->depth);
    } else if (timeout_ms == WAIT_NONE) {
        result = -ETIMEDOUT;
    } else {
        self->wait_mutex = m;
        event_sync_wait(self, m, TRACE_SYNC_MUTEX, m->owner);
        wait_begin_locked(&m->waiters, THREAD_WAITING, timeout_ms);
        priority_update_locked(m->owner);
        return wait_commit(self, state);
    }
    kernel_unlock(state);
    return result;
}

static void release_locked(struct mutex *m)
{
    struct thread *heir = wait_queue_first(&m->waiters);
    struct thread *giver = m->owner;

    spoor_list_del(&m->held);
    m->owner = NULL;
    m->depth = 0;
    if (heir != NULL) {
        heir->wait_mutex = NULL;
        event_sync_give(heir, m, TRACE_SYNC_MUTEX);
        wake_locked(heir, 0);
        own_locked(m, heir);
    }
    priority_update_locked(giver);
}

int mutex_unlock(struct mutex *m)
{
    uint32_t state = kernel_lock_in_thread(__func__);
    int result = 0;

    if (m->owner != this_cpu()->current) {
        result = -EPERM;
    } else {
        m->depth--;
        event_sync_put(m, TRACE_SYNC_MUTEX, m->depth);
        if (m->depth == 0) {
            release_locked(m);
        }
    }
    kernel_unlock(state);
    return result;
}
