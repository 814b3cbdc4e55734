/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Synchronous messages. A sender waits in the receiver's `senders` until its message is taken, then in its
 * `callers` until the reply. A message is copied once in each direction, directly between the two threads'
 * buffers. On the short path, wake_next_inline(), the partner runs next without entering a queue.
 */
#include <errno.h>
#include <kernel/ipc.h>
#include "wait_priv.h"

int ipc_send(struct thread *to, struct ipc_msg *msg, uint32_t timeout_ms)
{
    uint32_t state = kernel_lock_to_wait_inline(__func__);
    struct thread *self = this_cpu()->current;
    int result = to == self                   ? -EDEADLK
                 : to->state == THREAD_EXITED ? -ESRCH
                 : timeout_ms == WAIT_NONE    ? -ETIMEDOUT
                                              : 0;

    if (result != 0) {
        kernel_unlock(state);
        return result;
    }
    self->msg = msg;
    self->partner = to;
    trace_event(ipc_sent, thread_id(to));
    if (to->ipc_state == IPC_RECEIVING) {
        *(struct ipc_msg *)to->msg = *msg;
        to->partner = self;
        self->ipc_state = IPC_REPLY;
        event_leaves(self, TRACE_LEFT_IPC_REPLY);
        wait_for_thread_inline(self, to, &to->callers,
                               timeout_ms); /* first, so that `to` is queued with the inherited priority */
        if (wait_end_inline(to, 0)) {
            wake_next_inline(to);
        }
    } else {
        self->ipc_state = IPC_SENDING;
        event_leaves(self, TRACE_LEFT_IPC_SEND);
        wait_for_thread_inline(self, to, &to->senders, timeout_ms);
    }
    return wait_commit(state);
}

/* Take the message of the first sender that waits for `self`. The sender then waits for the reply. */
static inline bool take_locked(struct thread *self, struct thread **from, struct ipc_msg *msg)
{
    struct thread *sender = wait_queue_first(&self->senders);

    if (sender == NULL) {
        return false;
    }
    *msg = *(const struct ipc_msg *)sender->msg;
    spoor_list_unlink(&sender->link);
    sender->wait_on = &self->callers;
    wait_queue_add_locked(&self->callers, sender);
    sender->ipc_state = IPC_REPLY;
    event_leaves(sender, TRACE_LEFT_IPC_REPLY);
    *from = sender;
    return true;
}

static inline __attribute__((always_inline)) int receive_and_unlock(uint32_t lock_state, struct thread **from,
                                                                    struct ipc_msg *msg, uint32_t timeout_ms)
{
    struct thread *self = this_cpu()->current;
    int result = 0;

    if (take_locked(self, from, msg)) {
        trace_event(ipc_received, thread_id(*from));
        kernel_unlock(lock_state);
    } else if (timeout_ms == WAIT_NONE) {
        result = -ETIMEDOUT;
        kernel_unlock(lock_state);
    } else {
        self->ipc_state = IPC_RECEIVING;
        event_leaves(self, TRACE_LEFT_IPC_RECEIVE);
        self->msg = msg;
        wait_begin_simply_inline(self, NULL, timeout_ms);
        result = wait_commit(lock_state);
        if (result == 0) {
            *from = self->partner;
            trace_event(ipc_received, thread_id(*from));
        }
    }
    return result;
}

int ipc_receive(struct thread **from, struct ipc_msg *msg, uint32_t timeout_ms)
{
    return receive_and_unlock(kernel_lock_to_wait_inline(__func__), from, msg, timeout_ms);
}

static bool waits_for(const struct thread *t, const struct thread *server)
{
    return t->ipc_state == IPC_REPLY && t->partner == server;
}

int ipc_reply(struct thread *to, const struct ipc_msg *msg)
{
    uint32_t state = kernel_lock_in_thread(__func__);
    int result = -ESRCH;

    if (waits_for(to, this_cpu()->current)) {
        *(struct ipc_msg *)to->msg = *msg;
        trace_event(ipc_replied, thread_id(to));
        wake_inline(to, 0);
        result = 0;
    }
    kernel_unlock(state);
    return result;
}

int ipc_reply_receive(struct thread **from, struct ipc_msg *msg, uint32_t timeout_ms)
{
    uint32_t state = kernel_lock_to_wait_inline(__func__);
    struct thread *self = this_cpu()->current;

    if (*from != NULL && waits_for(*from, self)) {
        *(struct ipc_msg *)(*from)->msg = *msg;
        trace_event(ipc_replied, thread_id(*from));
        if (!wait_end_any_inline(*from, 0)) {
            /* suspended meanwhile */
        } else if (wait_queue_first(&self->senders) == NULL && timeout_ms != WAIT_NONE) {
            wake_next_inline(*from);
        } else {
            sched_ready_locked(*from);
        }
    }
    return receive_and_unlock(state, from, msg, timeout_ms);
}

uint32_t ipc_short_path_count(void)
{
    uint32_t sum = 0;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        sum += __atomic_load_n(&cpus[n].short_switches, __ATOMIC_RELAXED);
    }
    return sum;
}
