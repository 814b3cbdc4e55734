/* SPDX-License-Identifier: BSD-2-Clause */
/* The stand-in kernel with ThreadX's calls in place of its trace macros. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_MUTEXES                       1
#define configMAX_SYSCALL_INTERRUPT_PRIORITY    0x40
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 0
#define xPortPendSVHandler                      PendSV_Handler
#define xPortSysTickHandler                     SysTick_Handler

#include <tx_user.h>
#ifndef TX_THREAD_USER_EXTENSION
#define TX_THREAD_USER_EXTENSION
#endif

/* The members of TX_THREAD that the port uses. */
#define STANDIN_MEMBERS                                                                                      \
    char *tx_thread_name;                                                                                    \
    unsigned tx_thread_priority, tx_thread_user_priority, tx_thread_state, tx_thread_suspend_status;         \
    void *tx_thread_suspend_control_block;                                                                   \
    TX_THREAD_USER_EXTENSION

struct tskTaskControlBlock;
void _tx_execution_isr_enter(void);
void _tx_execution_isr_exit(void);
void standin_timers(void);
void standin_exit(void);
void standin_enter(void);
void standin_made(struct tskTaskControlBlock *t);
void standin_ready(struct tskTaskControlBlock *t);
void standin_sleeps(void);
void standin_pends(struct tskTaskControlBlock *t);
void standin_suspends(struct tskTaskControlBlock *t);
void standin_ends(struct tskTaskControlBlock *t);
void standin_new_priority(struct tskTaskControlBlock *t, unsigned long priority);

#define traceTASK_SWITCHED_OUT()            standin_exit()
#define traceTASK_SWITCHED_IN()             standin_enter()
#define traceTASK_CREATE(t)                 standin_made(t)
#define traceTASK_DELETE(t)                 standin_ends(t)
#define traceMOVED_TASK_TO_READY_STATE(t)   standin_ready(t)
#define traceTASK_DELAY()                   standin_sleeps()
#define traceSTANDIN_PENDS(t)               standin_pends(t)
#define traceTASK_SUSPEND(t)                standin_suspends(t)
#define traceTASK_PRIORITY_INHERIT(t, p)    standin_new_priority((t), (p))
#define traceTASK_PRIORITY_DISINHERIT(t, p) standin_new_priority((t), (p))
#define traceTASK_INCREMENT_TICK(n)         standin_timers()
#define traceISR_ENTER()                    _tx_execution_isr_enter()
#define traceISR_EXIT()                     _tx_execution_isr_exit()
#define traceISR_EXIT_TO_SCHEDULER()        _tx_execution_isr_exit()

#define traceBLOCKING_ON_QUEUE_RECEIVE STANDIN_DEFAULT_MACRO
#define traceBLOCKING_ON_QUEUE_SEND    STANDIN_DEFAULT_MACRO
#define traceQUEUE_RECEIVE             STANDIN_DEFAULT_MACRO
#define traceQUEUE_SEND                STANDIN_DEFAULT_MACRO
#define traceQUEUE_SEND_FROM_ISR       STANDIN_DEFAULT_MACRO
#define traceQUEUE_REGISTRY_ADD        STANDIN_DEFAULT_MACRO
#define traceTASK_NOTIFY_TAKE_BLOCK    STANDIN_DEFAULT_MACRO

#endif
