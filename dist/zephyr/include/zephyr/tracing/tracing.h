/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replaces Zephyr's header of the same name, which it includes. It adds Spoor's calls to the kernel's trace
 * macros, which then call the selected tracing format as before. The format may also be "none".
 */
#ifndef SPOOR_ZEPHYR_TRACING_H
#define SPOOR_ZEPHYR_TRACING_H

#include_next <zephyr/tracing/tracing.h>

/* If this is included in the middle of a format's own header, the format's macros don't exist yet. */
#if defined(CONFIG_TRACING) && defined(sys_port_trace_k_thread_switched_in)

#include <zephyr/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of kernel objects, in the order of TRACE_SYNC_NAMES. */
enum spoor_zephyr_kind { SPOOR_ZEPHYR_MUTEX, SPOOR_ZEPHYR_SEM, SPOOR_ZEPHYR_GET, SPOOR_ZEPHYR_PUT };

void spoor_zephyr_in(void);
void spoor_zephyr_out(void);
void spoor_zephyr_ready(struct k_thread *thread);
void spoor_zephyr_named(struct k_thread *thread);
void spoor_zephyr_suspends(struct k_thread *thread);
void spoor_zephyr_priority(struct k_thread *thread, int priority);
void spoor_zephyr_waits(const void *object, enum spoor_zephyr_kind kind);

/* A macro can't call the macro that it replaces, so an inline function keeps the format's expansion. */
#define SPOOR_FORMAT(name, parameters, ...)                                                                  \
    static inline void spoor_format_##name parameters                                                        \
    {                                                                                                        \
        sys_port_trace_##name(__VA_ARGS__);                                                                  \
    }
#define SPOOR_FORMAT_UNUSED       __attribute__((unused))
#define SPOOR_FORMAT_THREAD(name) SPOOR_FORMAT(name, (SPOOR_FORMAT_UNUSED struct k_thread * thread), thread)
#define SPOOR_FORMAT_NUMBER(name)                                                                            \
    SPOOR_FORMAT(name, (SPOOR_FORMAT_UNUSED struct k_thread * thread, SPOOR_FORMAT_UNUSED int number),       \
                 thread, number)
#define SPOOR_FORMAT_WAIT(name, type)                                                                        \
    SPOOR_FORMAT(name, (SPOOR_FORMAT_UNUSED struct type * object, SPOOR_FORMAT_UNUSED k_timeout_t timeout),  \
                 object, timeout)

SPOOR_FORMAT(k_thread_switched_in, (void))
#undef sys_port_trace_k_thread_switched_in
#define sys_port_trace_k_thread_switched_in() (spoor_zephyr_in(), spoor_format_k_thread_switched_in())

SPOOR_FORMAT(k_thread_switched_out, (void))
#undef sys_port_trace_k_thread_switched_out
#define sys_port_trace_k_thread_switched_out() (spoor_format_k_thread_switched_out(), spoor_zephyr_out())

SPOOR_FORMAT_THREAD(k_thread_sched_ready)
#undef sys_port_trace_k_thread_sched_ready
#define sys_port_trace_k_thread_sched_ready(thread)                                                          \
    (spoor_zephyr_ready(thread), spoor_format_k_thread_sched_ready(thread))

SPOOR_FORMAT_THREAD(k_thread_suspend_enter)
#undef sys_port_trace_k_thread_suspend_enter
#define sys_port_trace_k_thread_suspend_enter(thread)                                                        \
    (spoor_zephyr_suspends(thread), spoor_format_k_thread_suspend_enter(thread))

SPOOR_FORMAT_NUMBER(k_thread_name_set)
#undef sys_port_trace_k_thread_name_set
#define sys_port_trace_k_thread_name_set(thread, ret)                                                        \
    (spoor_zephyr_named(thread), spoor_format_k_thread_name_set(thread, ret))

SPOOR_FORMAT_NUMBER(k_thread_sched_priority_set)
#undef sys_port_trace_k_thread_sched_priority_set
#define sys_port_trace_k_thread_sched_priority_set(thread, priority)                                         \
    (spoor_zephyr_priority(thread, priority), spoor_format_k_thread_sched_priority_set(thread, priority))

/* Hooks of objects whose kind is known. Waits for other objects are recorded as waits for semaphores. */
#define SPOOR_WAITS(name, kind, object, timeout)                                                             \
    (spoor_zephyr_waits(object, SPOOR_ZEPHYR_##kind), spoor_format_##name(object, timeout))

SPOOR_FORMAT_WAIT(k_sem_take_blocking, k_sem)
#undef sys_port_trace_k_sem_take_blocking
#define sys_port_trace_k_sem_take_blocking(sem, timeout) SPOOR_WAITS(k_sem_take_blocking, SEM, sem, timeout)

SPOOR_FORMAT_WAIT(k_mutex_lock_blocking, k_mutex)
#undef sys_port_trace_k_mutex_lock_blocking
#define sys_port_trace_k_mutex_lock_blocking(mutex, timeout)                                                 \
    SPOOR_WAITS(k_mutex_lock_blocking, MUTEX, mutex, timeout)

SPOOR_FORMAT_WAIT(k_msgq_get_blocking, k_msgq)
#undef sys_port_trace_k_msgq_get_blocking
#define sys_port_trace_k_msgq_get_blocking(msgq, timeout) SPOOR_WAITS(k_msgq_get_blocking, GET, msgq, timeout)

SPOOR_FORMAT_WAIT(k_msgq_put_blocking, k_msgq)
#undef sys_port_trace_k_msgq_put_blocking
#define sys_port_trace_k_msgq_put_blocking(msgq, timeout) SPOOR_WAITS(k_msgq_put_blocking, PUT, msgq, timeout)

SPOOR_FORMAT_WAIT(k_queue_get_blocking, k_queue)
#undef sys_port_trace_k_queue_get_blocking
#define sys_port_trace_k_queue_get_blocking(queue, timeout)                                                  \
    SPOOR_WAITS(k_queue_get_blocking, GET, queue, timeout)

#ifdef __cplusplus
}
#endif

#endif
#endif
