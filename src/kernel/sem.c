/* SPDX-License-Identifier: BSD-2-Clause */
/* Counting semaphores. A post goes directly to the first waiter, so that no other thread can overtake it. */
#include <errno.h>
#include "wait_priv.h"

void sem_init(struct sem *s, uint32_t count, uint32_t limit)
{
    *s = (struct sem)SEM_INIT(*s, count, limit);
}

int sem_wait(struct sem *s, uint32_t timeout_ms)
{
    uint32_t state = timeout_ms != WAIT_NONE ? kernel_lock_to_wait_inline(__func__) : kernel_lock();
    int result = 0;

    if (s->count > 0) {
        s->count--;
        event_sync_take(s, TRACE_SYNC_SEM, s->count);
    } else if (timeout_ms == WAIT_NONE) {
        result = -ETIMEDOUT;
    } else {
        struct thread *self = this_cpu()->current;

        event_sync_wait(self, s, TRACE_SYNC_SEM, NULL);
        wait_begin_inline(self, &s->waiters, THREAD_WAITING, IPC_NONE, true, timeout_ms);
        return wait_commit(self, state);
    }
    kernel_unlock(state);
    return result;
}

int sem_post(struct sem *s)
{
    uint32_t state = kernel_lock();
    int result = 0;

    if (!spoor_list_empty(&s->waiters.threads)) {
        struct thread *first = wait_queue_first(&s->waiters);

        event_sync_give(first, s, TRACE_SYNC_SEM);
        if (wait_end_inline(first, true)) {
            wake_ended_inline(first);
        }
    } else if (s->count < s->limit) {
        s->count++;
        event_sync_put(s, TRACE_SYNC_SEM, s->count);
    } else {
        result = -EOVERFLOW;
    }
    kernel_unlock(state);
    return result;
}

uint32_t sem_value(const struct sem *s)
{
    return __atomic_load_n(&s->count, __ATOMIC_RELAXED);
}
