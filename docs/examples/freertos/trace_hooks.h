/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeRTOS's trace hooks, to be included at the end of FreeRTOSConfig.h. It needs there
 *
 *     #define configNUM_THREAD_LOCAL_STORAGE_POINTERS 1        or one more than you use
 *     #define TRACE_PORT_SLOT  0                               which of them is the profiler's
 *     #define TRACE_PORT_TASKS 8                               tasks that are traced at a time
 *
 * The hooks are expanded in tasks.c, where pxCurrentTCB is the running task.
 */
#ifndef TRACE_HOOKS_H
#define TRACE_HOOKS_H

/** Start the cycle counter. Context: main(), before the first block. */
void trace_port_init(void);

/** A task came into being, or ends. Context: FreeRTOS's critical section. */
void trace_port_task_created(void *task);
void trace_port_task_deleted(void *task);

/** The running task leaves the CPU; `task` gets it. Context: the scheduler's. */
void trace_port_switched_out(void);
void trace_port_switched_in(void *task);

/** First and last in an interrupt handler. Context: interrupts; they nest. */
void trace_port_isr_enter(void);
void trace_port_isr_leave(void);

/** A tick passed: keeps visits longer than a wrap of the counter apart. Context: any. */
void trace_port_tick(void);

/** Around a sleep that may stop the cycle counter. Context: the idle task, scheduler suspended. */
void trace_port_sleep_begin(void);
void trace_port_sleep_end(void);

#define traceTASK_CREATE(task)       trace_port_task_created(task)
#define traceTASK_DELETE(task)       trace_port_task_deleted(task)
#define traceTASK_SWITCHED_OUT()     trace_port_switched_out()
#define traceTASK_SWITCHED_IN()      trace_port_switched_in(pxCurrentTCB)
#define traceISR_ENTER()             trace_port_isr_enter()
#define traceISR_EXIT()              trace_port_isr_leave()
#define traceISR_EXIT_TO_SCHEDULER() trace_port_isr_leave()
#define traceTASK_INCREMENT_TICK(n)  trace_port_tick()
#define traceLOW_POWER_IDLE_BEGIN()  trace_port_sleep_begin()
#define traceLOW_POWER_IDLE_END()    trace_port_sleep_end()

#endif
