/* SPDX-License-Identifier: BSD-2-Clause */
/* The stand-in kernel with Zephyr's calls in the places of its trace macros. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_MUTEXES                       1
#define configMAX_SYSCALL_INTERRUPT_PRIORITY    0x40
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 0
#define xPortPendSVHandler                      PendSV_Handler
#define xPortSysTickHandler                     SysTick_Handler

struct k_thread;
void sys_trace_thread_create_user(struct k_thread *thread);
void sys_trace_thread_abort_user(struct k_thread *thread);
void sys_trace_thread_switched_in_user(struct k_thread *thread);
void sys_trace_thread_switched_out_user(struct k_thread *thread);
void sys_trace_thread_sched_ready_user(struct k_thread *thread);
void sys_trace_thread_pend_user(struct k_thread *thread);
void sys_trace_isr_enter_user(int nested);
void sys_trace_isr_exit_user(int nested);
void standin_timers(void);

#define traceTASK_CREATE(t)               sys_trace_thread_create_user((struct k_thread *)(t))
#define traceTASK_DELETE(t)               sys_trace_thread_abort_user((struct k_thread *)(t))
#define traceTASK_SWITCHED_OUT()          sys_trace_thread_switched_out_user((struct k_thread *)pxCurrentTCB)
#define traceTASK_SWITCHED_IN()           sys_trace_thread_switched_in_user((struct k_thread *)pxCurrentTCB)
#define traceTASK_INCREMENT_TICK(n)       standin_timers()
#define traceISR_ENTER()                  sys_trace_isr_enter_user(0)
#define traceISR_EXIT()                   sys_trace_isr_exit_user(0)
#define traceISR_EXIT_TO_SCHEDULER()      sys_trace_isr_exit_user(0)
#define traceMOVED_TASK_TO_READY_STATE(t) sys_trace_thread_sched_ready_user((struct k_thread *)(t))
#define traceSTANDIN_PENDS(t)             sys_trace_thread_pend_user((struct k_thread *)(t))

#endif
