/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace macros that do nothing, as in a format, for the places that the stand-in kernel has. */
#ifndef TRACING_FORMAT_H
#define TRACING_FORMAT_H

#include <zephyr/kernel.h>

#define sys_port_trace_k_thread_switched_out()
#define sys_port_trace_k_thread_switched_in()
#define sys_port_trace_k_thread_sched_ready(thread)
#define sys_port_trace_k_thread_sched_pend(thread)
#define sys_port_trace_k_thread_suspend_enter(thread)
#define sys_port_trace_k_thread_name_set(thread, ret)
#define sys_port_trace_k_thread_sched_priority_set(thread, prio)
#define sys_port_trace_k_sem_take_blocking(sem, timeout)
#define sys_port_trace_k_mutex_lock_blocking(mutex, timeout)
#define sys_port_trace_k_msgq_get_blocking(msgq, timeout)
#define sys_port_trace_k_msgq_put_blocking(msgq, timeout)
#define sys_port_trace_k_queue_get_blocking(queue, timeout)

#endif
