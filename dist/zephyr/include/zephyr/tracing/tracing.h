/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ahead of Zephyr's header of this name, which it includes: Spoor's calls in the kernel's trace macros,
 * before those of the chosen tracing format. A format can be none, too; it works beside Spoor as without.
 */
#ifndef SPOOR_ZEPHYR_TRACING_H
#define SPOOR_ZEPHYR_TRACING_H

#include_next <zephyr/tracing/tracing.h>

#if defined(CONFIG_TRACING)

#include <zephyr/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of objects, in the order of TRACE_SYNC_NAMES. */
enum spoor_zephyr_kind { SPOOR_ZEPHYR_MUTEX, SPOOR_ZEPHYR_SEM, SPOOR_ZEPHYR_GET, SPOOR_ZEPHYR_PUT };

void spoor_zephyr_in(void);
void spoor_zephyr_out(void);
void spoor_zephyr_ready(struct k_thread *thread);
void spoor_zephyr_named(struct k_thread *thread);
void spoor_zephyr_suspends(struct k_thread *thread);
void spoor_zephyr_priority(struct k_thread *thread, int priority);
void spoor_zephyr_waits(const void *object, enum spoor_zephyr_kind kind);

/* A macro can't call the one that it replaces: a function of the same contents can. */
static inline void spoor_format_in(void)
{
    sys_port_trace_k_thread_switched_in();
}
#undef sys_port_trace_k_thread_switched_in
#define sys_port_trace_k_thread_switched_in() (spoor_zephyr_in(), spoor_format_in())

static inline void spoor_format_out(void)
{
    sys_port_trace_k_thread_switched_out();
}
#undef sys_port_trace_k_thread_switched_out
#define sys_port_trace_k_thread_switched_out() (spoor_format_out(), spoor_zephyr_out())

static inline void spoor_format_ready(struct k_thread *thread)
{
    (void)thread;
    sys_port_trace_k_thread_sched_ready(thread);
}
#undef sys_port_trace_k_thread_sched_ready
#define sys_port_trace_k_thread_sched_ready(thread) (spoor_zephyr_ready(thread), spoor_format_ready(thread))

static inline void spoor_format_named(struct k_thread *thread, int ret)
{
    (void)thread;
    (void)ret;
    sys_port_trace_k_thread_name_set(thread, ret);
}
#undef sys_port_trace_k_thread_name_set
#define sys_port_trace_k_thread_name_set(thread, ret)                                                        \
    (spoor_zephyr_named(thread), spoor_format_named(thread, ret))

static inline void spoor_format_suspends(struct k_thread *thread)
{
    (void)thread;
    sys_port_trace_k_thread_suspend_enter(thread);
}
#undef sys_port_trace_k_thread_suspend_enter
#define sys_port_trace_k_thread_suspend_enter(thread)                                                        \
    (spoor_zephyr_suspends(thread), spoor_format_suspends(thread))

static inline void spoor_format_priority(struct k_thread *thread, int priority)
{
    (void)thread;
    (void)priority;
    sys_port_trace_k_thread_sched_priority_set(thread, priority);
}
#undef sys_port_trace_k_thread_sched_priority_set
#define sys_port_trace_k_thread_sched_priority_set(thread, priority)                                         \
    (spoor_zephyr_priority(thread, priority), spoor_format_priority(thread, priority))

/* The kernel tells the kind of these objects; the others are waited for as semaphores are. */
static inline void spoor_format_sem(struct k_sem *sem, k_timeout_t timeout)
{
    (void)sem;
    (void)timeout;
    sys_port_trace_k_sem_take_blocking(sem, timeout);
}
#undef sys_port_trace_k_sem_take_blocking
#define sys_port_trace_k_sem_take_blocking(sem, timeout)                                                     \
    (spoor_zephyr_waits(sem, SPOOR_ZEPHYR_SEM), spoor_format_sem(sem, timeout))

static inline void spoor_format_mutex(struct k_mutex *mutex, k_timeout_t timeout)
{
    (void)mutex;
    (void)timeout;
    sys_port_trace_k_mutex_lock_blocking(mutex, timeout);
}
#undef sys_port_trace_k_mutex_lock_blocking
#define sys_port_trace_k_mutex_lock_blocking(mutex, timeout)                                                 \
    (spoor_zephyr_waits(mutex, SPOOR_ZEPHYR_MUTEX), spoor_format_mutex(mutex, timeout))

static inline void spoor_format_get(struct k_msgq *msgq, k_timeout_t timeout)
{
    (void)msgq;
    (void)timeout;
    sys_port_trace_k_msgq_get_blocking(msgq, timeout);
}
#undef sys_port_trace_k_msgq_get_blocking
#define sys_port_trace_k_msgq_get_blocking(msgq, timeout)                                                    \
    (spoor_zephyr_waits(msgq, SPOOR_ZEPHYR_GET), spoor_format_get(msgq, timeout))

static inline void spoor_format_put(struct k_msgq *msgq, k_timeout_t timeout)
{
    (void)msgq;
    (void)timeout;
    sys_port_trace_k_msgq_put_blocking(msgq, timeout);
}
#undef sys_port_trace_k_msgq_put_blocking
#define sys_port_trace_k_msgq_put_blocking(msgq, timeout)                                                    \
    (spoor_zephyr_waits(msgq, SPOOR_ZEPHYR_PUT), spoor_format_put(msgq, timeout))

static inline void spoor_format_queue(struct k_queue *queue, k_timeout_t timeout)
{
    (void)queue;
    (void)timeout;
    sys_port_trace_k_queue_get_blocking(queue, timeout);
}
#undef sys_port_trace_k_queue_get_blocking
#define sys_port_trace_k_queue_get_blocking(queue, timeout)                                                  \
    (spoor_zephyr_waits(queue, SPOOR_ZEPHYR_GET), spoor_format_queue(queue, timeout))

#ifdef __cplusplus
}
#endif

#endif
#endif
