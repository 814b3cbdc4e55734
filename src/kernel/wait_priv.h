/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The start and end of a wait, inline for semaphores and messages because their cost is measured. Other
 * calls use the out-of-line versions in wait.c.
 */
#ifndef WAIT_PRIV_H
#define WAIT_PRIV_H

#include <errno.h>
#include <hal/context.h>
#include <kernel/ipc.h>
#include "event_priv.h"
#include "ready_priv.h"

/** Queue `self` to be woken with -ETIMEDOUT after `timeout_ms`. */
void wait_timeout_add_locked(struct thread *self, uint32_t timeout_ms);

/** Inline version of kernel_lock_to_wait(). */
static inline uint32_t kernel_lock_to_wait_inline(const char *who)
{
    uint32_t state = kernel_lock();
    const struct cpu *c = this_cpu();

    if (__builtin_expect(spoor_in_isr() || c->current == NULL || spoor_irq_was_masked(state) ||
                             c->preempt_depth != 0,
                         0)) {
        kernel_refuse_wait(who, state);
    }
    return state;
}

/** Inline version of wait_begin_locked(). */
static inline void wait_begin_inline(struct thread *self, struct wait_queue *queue, enum thread_state state,
                                     uint32_t timeout_ms)
{
    self->state = (uint8_t)state;
    self->wait_on = queue;
    if (queue != NULL) {
        wait_queue_add_locked(queue, self);
    }
    if (timeout_ms != WAIT_FOREVER) {
        wait_timeout_add_locked(self, timeout_ms);
    }
    hal_switch_request(); /* no check of preempt_depth: a thread that may wait is preemptible */
}

/** Inline version of wait_begin_locked() for a wait that isn't for a mutex or a thread. */
static inline void wait_begin_simply_inline(struct thread *self, struct wait_queue *queue,
                                            uint32_t timeout_ms)
{
    self->waits_simply = timeout_ms == WAIT_FOREVER;
    wait_begin_inline(self, queue, THREAD_WAITING, timeout_ms);
}

/** Inline version of wait_for_thread_locked(). */
static inline void wait_for_thread_inline(struct thread *self, struct thread *other, struct wait_queue *queue,
                                          uint32_t timeout_ms)
{
    self->wait_thread = other;
    wait_begin_inline(self, queue, THREAD_WAITING, timeout_ms);
    if (self->priority > other->priority) {
        priority_update_locked(other);
    }
}

/** Leave the queue and reset the members that each wait sets. */
static inline void wait_leave_inline(struct thread *t, int result)
{
    if (t->wait_on != NULL) {
        spoor_list_unlink(&t->link);
        t->wait_on = NULL;
    }
    t->ipc_state = IPC_NONE;
    t->wake_result = (int8_t)result;
    t->waits_simply = false;
}

/** Undo wait_begin_locked(). @return whether the thread can run now */
static inline bool wait_end_any_inline(struct thread *t, int result)
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
    wait_leave_inline(t, result);
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

/** wait_end_any_inline(), out of line. */
bool wait_end_any(struct thread *t, int result);

/** Undo wait_begin_locked(), quickly after wait_begin_simply_inline(). @return as wait_end_any_inline() */
static inline bool wait_end_inline(struct thread *t, int result)
{
    if (__builtin_expect(result != 0 || !t->waits_simply, 0)) {
        return wait_end_any(t, result);
    }
    event_wake(t, TRACE_WAKE_GIVEN);
    wait_leave_inline(t, 0);
    t->state = THREAD_READY;
    return true;
}

/** Inline version of wake_locked(). */
static inline void wake_inline(struct thread *t, int result)
{
    struct cpu *c = this_cpu();

    if (!wait_end_inline(t, result)) {
        return;
    }
    if (ready_preempts_at_once(c, t)) { /* threads run: one of them waited */
        ready_hold(c, t, false);
        hal_switch_request();
    } else {
        sched_ready_locked(t);
    }
}

/**
 * Continue waking `t`, whose wait has ended, but switch directly to it: the short path of IPC. The caller
 * must wait or be about to.
 */
static inline void wake_next_inline(struct thread *t)
{
    struct cpu *c = this_cpu();

    if (thread_on_cpu(t) || c->next != NULL || !ready_allowed(c, t)) {
        sched_ready_locked(t);
        return;
    }
    if (CONFIG_CPUS > 1) {
        t->cpu = (uint8_t)cpu_number(c);
    }
    ready_hold(c, t, true);
}

#endif
