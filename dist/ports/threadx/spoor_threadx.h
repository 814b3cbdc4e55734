/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ThreadX 6: the last line of tx_user.h is
 *
 *     #include "spoor_threadx.h"
 *
 * It has the kernel call _tx_execution_thread_enter() and its like, which spoor_threadx.c defines. With
 * TX_ENABLE_EVENT_TRACE as well, waits and wake-ups are recorded by TX_TRACE_IN_LINE_INSERT().
 */
#ifndef SPOOR_THREADX_H
#define SPOOR_THREADX_H

#if !defined(__ASSEMBLER__)

#include <spoor/config.h>

#if CONFIG_TRACE

/* The kernel calls the functions of an execution profile; the kit itself isn't used. */
#ifndef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#define TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#endif
#ifdef TX_EXECUTION_PROFILE_ENABLE
#error "spoor: TX_EXECUTION_PROFILE_ENABLE has functions of the same names; leave it out"
#endif

#if CONFIG_TRACE_EVENTS && defined(TX_ENABLE_EVENT_TRACE)
#ifdef __cplusplus
extern "C" {
#endif
void spoor_threadx_event(unsigned long id, const void *first);
#ifdef __cplusplus
}
#endif
#define TX_TRACE_IN_LINE_INSERT(id, first, ...) spoor_threadx_event((id), (const void *)(first))
#endif

#endif
#endif
#endif
