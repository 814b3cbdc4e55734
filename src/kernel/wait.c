/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waiting and waking: wait queues sorted by priority, and a timeout queue sorted by time. A waiting thread
 * enters both and switches away. The end of the wait removes it from both.
 */
#include <spoor/trace.h>
#include "wait_priv.h"

static struct spoor_list timeouts = SPOOR_LIST_INIT(timeouts);

static void timeout_add_locked(struct thread *t, uint64_t wake_tick)
{
    struct spoor_list *at = timeouts.next;

    t->wake_tick = wake_tick;
    while (at != &timeouts && spoor_container_of(at, struct thread, timeout)->wake_tick <= t->wake_tick) {
        at = at->next;
    }
    spoor_list_add_before(at, &t->timeout);
}

void wait_timeout_add_locked(struct thread *self, uint32_t timeout_ms)
{
    /* + 1 because the current tick may be nearly over. */
    timeout_add_locked(self, ticks_now_locked() + ticks_for_ms(timeout_ms) + 1);
}

void wait_begin_locked(struct wait_queue *queue, enum thread_state state, uint32_t timeout_ms)
{
    wait_begin_inline(this_cpu()->current, queue, state, IPC_NONE, false, timeout_ms);
}

void wait_for_thread_locked(struct thread *other, struct wait_queue *queue, uint32_t timeout_ms)
{
    wait_for_thread_inline(this_cpu()->current, other, queue, IPC_NONE, timeout_ms);
}

void wait_begin_until_locked(uint64_t wake_tick)
{
    wait_begin_locked(NULL, THREAD_SLEEPING, WAIT_FOREVER);
    timeout_add_locked(this_cpu()->current, wake_tick);
}

bool wait_end_any(struct thread *t, int result)
{
    struct mutex *m = t->wait_mutex;
    struct thread *other = t->wait_thread;
    bool ready = !t->suspended;

    if (ready) {
        event_wake(t, result == 0            ? TRACE_WAKE_GIVEN
                      : result == -ETIMEDOUT ? TRACE_WAKE_TIMEOUT
                                             : TRACE_WAKE_GONE);
    }
    if (!spoor_list_empty(&t->timeout)) {
        spoor_list_del(&t->timeout);
    }
    if (t->wait_on != NULL) {
        wait_leave_inline(t);
    }
    wait_ended_inline(t, t->state, result);
    if (m != NULL) {
        t->wait_mutex = NULL;
        priority_update_locked(m->owner); /* in a cycle of waiters this reaches `t`, which isn't queued yet */
    }
    if (other != NULL) {
        t->wait_thread = NULL;
        if (other->priority != other->base_priority) {
            priority_update_locked(other);
        }
    }
    t->state = ready ? THREAD_READY : THREAD_SUSPENDED;
    return ready;
}

void wake_locked(struct thread *t, int result)
{
    if (wait_end_any(t, result)) {
        wake_ended_inline(t);
    }
}

static bool expire_one(void)
{
    uint32_t state = kernel_lock();
    struct thread *t = spoor_container_of(timeouts.next, struct thread, timeout);
    bool due = !spoor_list_empty(&timeouts) && t->wake_tick <= kernel_ticks;

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
