/* SPDX-License-Identifier: BSD-2-Clause */
/* The stand-in kernel with Zephyr's calls in place of its trace macros. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_MUTEXES                       1
#define configMAX_SYSCALL_INTERRUPT_PRIORITY    0x40
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 0
#define xPortPendSVHandler                      PendSV_Handler
#define xPortSysTickHandler                     sys_clock_isr

#include <stdbool.h>
/* Zephyr's threads are the stand-in's tasks. */
#define k_thread tskTaskControlBlock
struct k_thread;
struct QueueDefinition;
void z_impl_k_thread_abort(struct k_thread *thread);
void standin_timers(void);
void standin_out(void);
void standin_in(void);
void standin_ready(struct k_thread *t);
void standin_pends(struct k_thread *t, const void *queue, bool timed);
void standin_suspends(struct k_thread *t);
void standin_priority(struct k_thread *t, unsigned priority);
void standin_blocks(struct QueueDefinition *q);
void standin_isr_enter(void);
void standin_isr_exit(void);

/* Zephyr has no call here: this sets what a thread has before it is scheduled. */
#define traceTASK_CREATE(t) ((t)->base.prio = (int8_t)(15 - (int)(t)->uxPriority))

#define traceTASK_DELETE(t)                 z_impl_k_thread_abort(t)
#define traceTASK_SWITCHED_OUT()            standin_out()
#define traceTASK_SWITCHED_IN()             standin_in()
#define traceTASK_INCREMENT_TICK(n)         standin_timers()
#define traceISR_ENTER()                    standin_isr_enter()
#define traceISR_EXIT()                     standin_isr_exit()
#define traceISR_EXIT_TO_SCHEDULER()        standin_isr_exit()
#define traceMOVED_TASK_TO_READY_STATE(t)   standin_ready(t)
#define traceTASK_SUSPEND(t)                standin_suspends(t)
#define traceTASK_PRIORITY_INHERIT(t, p)    standin_priority((t), (unsigned)(p))
#define traceTASK_PRIORITY_DISINHERIT(t, p) standin_priority((t), (unsigned)(p))
#define traceBLOCKING_ON_QUEUE_RECEIVE(q)   standin_blocks(q)
/* Zephyr has calls here too, but the port uses none of them. */
#define traceTASK_DELAY()
#define traceBLOCKING_ON_QUEUE_SEND(q)
#define traceQUEUE_RECEIVE(q)
#define traceQUEUE_SEND(q)
#define traceQUEUE_SEND_FROM_ISR(q)
#define traceQUEUE_REGISTRY_ADD(q, name)
#define traceTASK_NOTIFY_TAKE_BLOCK(n)

#define traceSTANDIN_LEAVES(t, queue, ticks) standin_pends((t), (queue), (ticks) != portMAX_DELAY)
#define traceSTANDIN_GIVES(t)                ((t)->arch.swap_return_value = 0)

#endif
