/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ThreadX 6: the last line of tx_user.h is
 *
 *     #include "spoor_threadx.h"
 *
 * The kernel then calls _tx_execution_thread_enter() and its like, and TX_THREAD_STATE_CHANGE() wherever a
 * thread begins to wait, is ready again or ends. TX_ENABLE_EVENT_TRACE isn't needed, and stays TraceX's.
 */
#ifndef SPOOR_THREADX_H
#define SPOOR_THREADX_H

#ifdef __has_include
#if __has_include("spoor_user.h")
#include "spoor_user.h" /* a port's assembly files see no more than CONFIG_TRACE */
#endif
#endif

#if !defined(CONFIG_TRACE) || CONFIG_TRACE

/* The kernel calls the functions of an execution profile; the kit itself isn't used. */
#ifndef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#define TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#endif
#ifdef TX_EXECUTION_PROFILE_ENABLE
#error "spoor: TX_EXECUTION_PROFILE_ENABLE has functions of the same names; leave it out"
#endif

#ifndef __ASSEMBLER__
#ifdef TX_THREAD_STATE_CHANGE
#error "spoor: TX_THREAD_STATE_CHANGE() is Spoor's; leave yours out"
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* Context: the kernel's, with its interrupts masked. */
void spoor_threadx_state(void *thread, unsigned state);

#ifdef __cplusplus
}
#endif

/* The kernel calls it without a semicolon. */
#define TX_THREAD_STATE_CHANGE(thread, state) spoor_threadx_state((thread), (state));

/* The last members of each TX_THREAD, which tx_thread_create() clears. Where TX_THREAD_USER_EXTENSION is
 * yours, end it with SPOOR_THREAD_EXTENSION. */
#define SPOOR_THREAD_EXTENSION                                                                               \
    struct spoor_task *tx_thread_spoor;                                                                      \
    unsigned tx_thread_spoor_priority;
#ifndef TX_THREAD_USER_EXTENSION
#define TX_THREAD_USER_EXTENSION SPOOR_THREAD_EXTENSION
#endif
#endif

#endif
#endif
