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

    if (__builtin_expect(kernel_must_not_wait(this_cpu(), state), 0)) {
        kernel_refuse_wait(who, state);
    }
    return state;
}

/**
 * Begin a wait of `self`, the running thread. `queue` may be NULL. `simply` is for struct
 * thread.waits_simply, if there is no timeout. wait_commit() must follow.
 */
static inline void wait_begin_inline(struct thread *self, struct wait_queue *queue, enum thread_state state,
                                     enum ipc_state ipc, bool simply, uint32_t timeout_ms)
{
    self->state = (uint8_t)state;
    self->ipc_state = (uint8_t)ipc;
    self->wake_result = 0;
    self->waits_simply = simply;
    self->wait_on = queue;
    if (queue != NULL) {
        wait_queue_add_locked(queue, self);
    }
    if (timeout_ms != WAIT_FOREVER) {
        self->waits_simply = false;
        wait_timeout_add_locked(self, timeout_ms);
    }
}

/** Begin a wait for an action of `other`, which inherits the priority of `self`. */
static inline void wait_for_thread_inline(struct thread *self, struct thread *other, struct wait_queue *queue,
                                          enum ipc_state ipc, uint32_t timeout_ms)
{
    self->wait_thread = other;
    wait_begin_inline(self, queue, THREAD_WAITING, ipc, ipc != IPC_NONE, timeout_ms);
    if (self->priority > other->priority) {
        priority_update_locked(other);
    }
}

/** Leave the queue. */
static inline void wait_leave_inline(struct thread *t)
{
    spoor_list_unlink(&t->link);
    t->wait_on = NULL;
}

/** Set the members that each wait sets, as its end does. */
static inline void wait_ended_inline(struct thread *t, enum thread_state state, int result)
{
    t->state = (uint8_t)state;
    t->ipc_state = IPC_NONE;
    t->wake_result = (int8_t)result;
    t->waits_simply = false;
}

/** End any wait of `t`. @return whether the thread can run now */
bool wait_end_any(struct thread *t, int result);

/**
 * End a wait with the result 0, quickly if the thread waits simply. It must not be for a reply. `queued` is
 * whether the thread waits in a queue. @return as wait_end_any()
 */
static inline bool wait_end_inline(struct thread *t, bool queued)
{
    if (__builtin_expect(!t->waits_simply, 0)) {
        return wait_end_any(t, 0);
    }
    event_wake(t, TRACE_WAKE_GIVEN);
    if (queued) {
        wait_leave_inline(t);
    }
    wait_ended_inline(t, THREAD_READY, 0);
    return true;
}

/** As wait_end_inline(), of `t` that waits for the reply of `self`. */
static inline bool wait_end_reply_inline(struct thread *self, struct thread *t)
{
    if (__builtin_expect(!t->waits_simply, 0)) {
        return wait_end_any(t, 0);
    }
    event_wake(t, TRACE_WAKE_GIVEN);
    wait_leave_inline(t);
    wait_ended_inline(t, THREAD_READY, 0);
    t->wait_thread = NULL;
    if (self->priority != self->base_priority) {
        priority_update_locked(self);
    }
    return true;
}

/** Make `t` runnable, whose wait has ended. */
static inline void wake_ended_inline(struct thread *t)
{
    struct cpu *c = this_cpu();

    if (ready_preempts_at_once(c, t)) { /* threads run: one of them waited */
        ready_hold(c, t, false);
        hal_switch_request();
    } else {
        sched_ready_locked(t);
    }
}

/**
 * As wake_ended_inline(), but switch directly to `t`: the short path of IPC. The caller must wait or be about
 * to. With one CPU no thread is held yet, because no switch is due: the caller took the lock with interrupts
 * unmasked. `lower` is whether `t` may have a lower priority than the caller.
 */
static inline void wake_next_inline(struct thread *t, bool lower)
{
    struct cpu *c = this_cpu();

    if (CONFIG_CPUS > 1) {
        if (thread_on_cpu(t) || c->next != NULL || !ready_allowed(c, t)) {
            sched_ready_locked(t);
            return;
        }
        t->cpu = (uint8_t)cpu_number(c);
    }
    ready_hold(c, t, true);
    if (CONFIG_CPUS == 1 && lower && __builtin_expect(ready_more_urgent(t), 0)) {
        ready_displace_any(c);
    }
}

#endif
