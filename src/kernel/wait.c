/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waiting and waking: wait queues sorted by priority and the queue of timeouts sorted by time. A thread waits
 * by putting itself in both and switching away; the end of the wait takes it out of both.
 */
#include <errno.h>
#include <kernel/ipc.h>
#include <profiler/tracing/trace.h>
#include "event_priv.h"

static struct list timeouts = LIST_INIT(timeouts);

static void timeout_add_locked(struct thread *t, uint64_t wake_tick)
{
    struct list *at = timeouts.next;

    t->wake_tick = wake_tick;
    while (at != &timeouts && container_of(at, struct thread, timeout)->wake_tick <= t->wake_tick) {
        at = at->next;
    }
    list_add_before(at, &t->timeout);
}

void wait_begin_locked(struct wait_queue *queue, enum thread_state state, uint32_t timeout_ms)
{
    struct thread *self = this_cpu()->current;

    self->state = (uint8_t)state;
    self->wait_on = queue;
    if (queue != NULL) {
        wait_queue_add_locked(queue, self);
    }
    if (timeout_ms != WAIT_FOREVER) {
        /* This tick may be nearly over. */
        timeout_add_locked(self, ticks_now_locked() + ticks_for_ms(timeout_ms) + 1);
    }
    sched_request_locked(this_cpu());
}

void wait_for_thread_locked(struct thread *other, struct wait_queue *queue, uint32_t timeout_ms)
{
    struct thread *self = this_cpu()->current;

    self->wait_thread = other;
    wait_begin_locked(queue, THREAD_WAITING, timeout_ms);
    if (self->priority > other->priority) {
        priority_update_locked(other);
    }
}

void wait_begin_until_locked(uint64_t wake_tick)
{
    struct thread *self = this_cpu()->current;

    self->state = THREAD_SLEEPING;
    self->wait_on = NULL;
    timeout_add_locked(self, wake_tick);
    sched_request_locked(this_cpu());
}

int wait_commit(uint32_t lock_state)
{
    struct thread *self = this_cpu()->current;

    kernel_unlock(lock_state); /* the switch takes place here */
    return self->wake_result;
}

/* Undo wait_begin_locked(). Returns whether the thread can run now. */
static bool end_wait(struct thread *t, int result)
{
    struct mutex *m = t->wait_mutex;
    struct thread *other = t->wait_thread;
    bool ready = !t->suspended;

    if (ready) {
        event_wake(t, result == 0            ? TRACE_WAKE_GIVEN
                      : result == -ETIMEDOUT ? TRACE_WAKE_TIMEOUT
                                             : TRACE_WAKE_GONE);
    }
    list_del(&t->link);
    list_del(&t->timeout);
    t->wait_on = NULL;
    t->wait_mutex = NULL;
    t->wait_thread = NULL;
    t->ipc_state = IPC_NONE;
    t->wake_result = (int8_t)result;
    if (m != NULL) {
        priority_update_locked(m->owner); /* in a circle of waiters it comes to `t`, which isn't queued yet */
    }
    if (other != NULL && other->priority != other->base_priority) {
        priority_update_locked(other);
    }
    t->state = ready ? THREAD_READY : THREAD_SUSPENDED;
    return ready;
}

void wake_locked(struct thread *t, int result)
{
    if (end_wait(t, result)) {
        sched_ready_locked(t);
    }
}

void wake_next_locked(struct thread *t, int result)
{
    if (end_wait(t, result)) {
        sched_ready_next_locked(t);
    }
}

static bool expire_one(void)
{
    uint32_t state = kernel_lock();
    struct thread *t = container_of(timeouts.next, struct thread, timeout);
    bool due = !list_empty(&timeouts) && t->wake_tick <= kernel_ticks;

    if (due) {
        if (t->state == THREAD_WAITING) {
            trace_point("wait_timeout");
        }
        wake_locked(t, -ETIMEDOUT);
    }
    kernel_unlock(state);
    return due;
}

void timeouts_expire(void)
{
    while (expire_one()) {
    }
}
