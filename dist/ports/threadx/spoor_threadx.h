/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hooks for ThreadX 6. The last line of tx_user.h must be
 *
 *     #include "spoor_threadx.h"
 *
 * The kernel then calls _tx_execution_thread_enter() and similar functions, and TX_THREAD_STATE_CHANGE() when
 * a thread begins to wait, becomes ready or ends. TX_ENABLE_EVENT_TRACE isn't needed and remains available
 * for TraceX.
 */
#ifndef SPOOR_THREADX_H
#define SPOOR_THREADX_H

#ifdef __has_include
#if __has_include("spoor_user.h")
#include "spoor_user.h" /* assembly files of a port only see CONFIG_TRACE from it */
#endif
#endif

#if !defined(CONFIG_TRACE) || CONFIG_TRACE

/*
 * Makes the kernel call the functions of an execution profile. ThreadX's execution profile kit itself isn't
 * used.
 */
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

/* Context: the kernel's, with interrupts masked. */
void spoor_threadx_state(void *thread, unsigned state);

#ifdef __cplusplus
}
#endif

/* The kernel uses this macro without a semicolon. */
#define TX_THREAD_STATE_CHANGE(thread, state) spoor_threadx_state((thread), (state));

/*
 * The last members of each TX_THREAD. tx_thread_create() clears them. If you define TX_THREAD_USER_EXTENSION
 * yourself, end it with SPOOR_THREAD_EXTENSION.
 */
#define SPOOR_THREAD_EXTENSION                                                                               \
    struct spoor_task *tx_thread_spoor;                                                                      \
    unsigned tx_thread_spoor_priority;
#ifndef TX_THREAD_USER_EXTENSION
#define TX_THREAD_USER_EXTENSION SPOOR_THREAD_EXTENSION
#endif
#endif

#endif
#endif
