/* SPDX-License-Identifier: BSD-2-Clause */
/* The stand-in kernel with ThreadX's calls in the places of its trace macros. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_MUTEXES                       1
#define configMAX_SYSCALL_INTERRUPT_PRIORITY    0x40
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 0
#define xPortPendSVHandler                      PendSV_Handler
#define xPortSysTickHandler                     SysTick_Handler

#define TX_ENABLE_EVENT_TRACE
#define TX_TRACE_THREAD_RESUME 1
#include <tx_user.h>

void _tx_execution_thread_enter(void);
void _tx_execution_thread_exit(void);
void _tx_execution_isr_enter(void);
void _tx_execution_isr_exit(void);
void standin_timers(void);
void standin_exit(void);
void standin_enter(void);

/* ThreadX has no idle task. */
#define traceTASK_SWITCHED_OUT()     standin_exit()
#define traceTASK_SWITCHED_IN()      standin_enter()
#define traceTASK_CREATE(t)          ((void)(t))
#define traceTASK_DELETE(t)          ((void)(t))
#define traceTASK_INCREMENT_TICK(n)  standin_timers()
#define traceISR_ENTER()             _tx_execution_isr_enter()
#define traceISR_EXIT()              _tx_execution_isr_exit()
#define traceISR_EXIT_TO_SCHEDULER() _tx_execution_isr_exit()
#ifdef TX_TRACE_IN_LINE_INSERT
#define traceMOVED_TASK_TO_READY_STATE(t) TX_TRACE_IN_LINE_INSERT(TX_TRACE_THREAD_RESUME, (t), 0, 0, 0, 0)
#endif

#endif
