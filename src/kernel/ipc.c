/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Synchronous messages. A sender waits in the receiver's `senders` until its message is taken, then in its
 * `callers` until the reply. A message is copied once in each direction, directly between the two threads'
 * buffers. On the short path, wake_next_inline(), the partner runs next without entering a queue.
 */
#include <errno.h>
#include <kernel/ipc.h>
#include "wait_priv.h"

/* Send to a thread that doesn't receive now. */
static __attribute__((noinline)) int send_later(struct thread *to, struct ipc_msg *msg, uint32_t timeout_ms,
                                                uint32_t lock_state)
{
    struct thread *self = this_cpu()->current;
    int result = to == self                   ? -EDEADLK
                 : to->state == THREAD_EXITED ? -ESRCH
                 : timeout_ms == WAIT_NONE    ? -ETIMEDOUT
                                              : 0;

    if (result != 0) {
        kernel_unlock(lock_state);
        return result;
    }
    self->msg = msg;
    self->partner = to;
    trace_event(ipc_sent, thread_id(to));
    event_leaves(self, TRACE_LEFT_IPC_SEND);
    wait_for_thread_inline(self, to, &to->senders, IPC_SENDING, timeout_ms);
    return wait_commit(self, lock_state);
}

int ipc_send(struct thread *to, struct ipc_msg *msg, uint32_t timeout_ms)
{
    uint32_t state = kernel_lock_to_wait_inline(__func__);
    struct thread *self = this_cpu()->current;

    if (__builtin_expect(to->ipc_state != IPC_RECEIVING || timeout_ms == WAIT_NONE, 0)) {
        return send_later(to, msg, timeout_ms, state);
    }
    self->msg = msg;
    self->partner = to;
    trace_event(ipc_sent, thread_id(to));
    *(struct ipc_msg *)to->msg = *msg;
    to->partner = self;
    event_leaves(self, TRACE_LEFT_IPC_REPLY);
    /* First, so that `to` runs with the inherited priority. */
    wait_for_thread_inline(self, to, &to->callers, IPC_REPLY, timeout_ms);
    if (wait_end_inline(to, false)) {
        wake_next_inline(to, false);
    }
    return wait_commit(self, state);
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

/* Wait for a message. No thread waits in `senders`. */
static inline __attribute__((always_inline)) int wait_for_message(struct thread *self, uint32_t lock_state,
                                                                  struct thread **from, struct ipc_msg *msg,
                                                                  uint32_t timeout_ms)
{
    event_leaves(self, TRACE_LEFT_IPC_RECEIVE);
    self->msg = msg;
    wait_begin_inline(self, NULL, THREAD_WAITING, IPC_RECEIVING, true, timeout_ms);
    int result = wait_commit(self, lock_state);

    if (result == 0) {
        *from = self->partner;
        trace_event(ipc_received, thread_id(*from));
    }
    return result;
}

static int receive_and_unlock(struct thread *self, uint32_t lock_state, struct thread **from,
                              struct ipc_msg *msg, uint32_t timeout_ms)
{
    if (take_locked(self, from, msg)) {
        trace_event(ipc_received, thread_id(*from));
        kernel_unlock(lock_state);
        return 0;
    }
    if (timeout_ms == WAIT_NONE) {
        kernel_unlock(lock_state);
        return -ETIMEDOUT;
    }
    return wait_for_message(self, lock_state, from, msg, timeout_ms);
}

int ipc_receive(struct thread **from, struct ipc_msg *msg, uint32_t timeout_ms)
{
    uint32_t state = kernel_lock_to_wait_inline(__func__);

    return receive_and_unlock(this_cpu()->current, state, from, msg, timeout_ms);
}

static bool waits_for(const struct thread *t, const struct thread *server)
{
    return t->wait_on == &server->callers;
}

/* Reply to `to`, which waits for it. @return whether it can run now */
static inline bool reply_locked(struct thread *self, struct thread *to, const struct ipc_msg *msg)
{
    *(struct ipc_msg *)to->msg = *msg;
    trace_event(ipc_replied, thread_id(to));
    return wait_end_reply_inline(self, to);
}

int ipc_reply(struct thread *to, const struct ipc_msg *msg)
{
    uint32_t state = kernel_lock_in_thread(__func__);
    struct thread *self = this_cpu()->current;
    int result = -ESRCH;

    if (waits_for(to, self)) {
        if (reply_locked(self, to, msg)) {
            wake_ended_inline(to);
        }
        result = 0;
    }
    kernel_unlock(state);
    return result;
}

int ipc_reply_receive(struct thread **from, struct ipc_msg *msg, uint32_t timeout_ms)
{
    uint32_t state = kernel_lock_to_wait_inline(__func__);
    struct thread *self = this_cpu()->current, *to = *from;

    if (to != NULL && waits_for(to, self) && reply_locked(self, to, msg)) {
        if (wait_queue_first(&self->senders) == NULL && timeout_ms != WAIT_NONE) {
            wake_next_inline(to, true);
            return wait_for_message(self, state, from, msg, timeout_ms);
        }
        sched_ready_locked(to);
    }
    return receive_and_unlock(self, state, from, msg, timeout_ms);
}

uint32_t ipc_short_path_count(void)
{
    uint32_t sum = 0;

    for (unsigned n = 0; n < CONFIG_CPUS; n++) {
        sum += __atomic_load_n(&cpus[n].short_switches, __ATOMIC_RELAXED);
    }
    return sum;
}
