/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Synchronous message passing between threads. A sender waits for the reply.
 *
 * The short path: if the receiver is already waiting, ipc_send() copies the message and switches directly
 * to it, without a scheduling decision. ipc_reply_receive() switches directly back.
 */
#ifndef KERNEL_IPC_H
#define KERNEL_IPC_H

#include <stdint.h>
#include <spoor/util/language.h>
#include <kernel/thread.h>

SPOOR_EXTERN_C_BEGIN

struct ipc_msg {
    uint32_t word[4];
};

/**
 * Send `*msg` to `to` and wait for its reply, which replaces `*msg`.
 *
 * @return 0, -ETIMEDOUT, -ESRCH if `to` has exited or exits before it replies, -EDEADLK if `to` is the
 * caller
 *
 * Context: thread.
 */
int ipc_send(struct thread *to, struct ipc_msg *msg, uint32_t timeout_ms);

/**
 * Wait for a message from any thread.
 *
 * @param from  set to the sender, which waits until ipc_reply()
 * @return 0, or -ETIMEDOUT
 *
 * Context: thread.
 */
int ipc_receive(struct thread **from, struct ipc_msg *msg, uint32_t timeout_ms);

/** Reply to a sender. @return 0, or -ESRCH if `to` no longer waits for the caller. Context: thread. */
int ipc_reply(struct thread *to, const struct ipc_msg *msg);

/**
 * Reply to `*from` and wait for the next message, in one step.
 *
 * @return as ipc_receive(); a `*from` that no longer waits is ignored
 *
 * Context: thread.
 */
int ipc_reply_receive(struct thread **from, struct ipc_msg *msg, uint32_t timeout_ms);

/** The message passing state of a thread, in thread.ipc_state. */
enum ipc_state {
    IPC_NONE,
    IPC_SENDING,   /**< queued at `partner`, not yet received */
    IPC_REPLY,     /**< received by `partner`, waiting for its reply */
    IPC_RECEIVING, /**< waiting for any message */
};

/** @return how often the short path was taken since boot. Context: any. */
uint32_t ipc_short_path_count(void);

SPOOR_EXTERN_C_END

#endif
