/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiler's port to threads of the build machine. Each thread is a CPU with one context. Nothing
 * interrupts it, so spoor_port_lock() is empty; the profiler itself excludes other CPUs.
 */
#ifndef TRACE_PORT_H
#define TRACE_PORT_H

/* It has no list of threads. */
#define SPOOR_PORT_LISTS_THREADS 0

#include <time.h>

/** The thread's context, initialized by port_thread_begin(). */
extern _Thread_local struct trace_context port_thread_context;
extern _Thread_local unsigned port_thread_cpu;
extern _Thread_local uint32_t port_thread_locks;

/** Must be called first in each thread. @param cpu  a different number for each thread */
void port_thread_begin(unsigned cpu);

static inline uint32_t spoor_port_cycles(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
}

static inline uint32_t spoor_port_lock(void)
{
    return port_thread_locks++;
}

static inline void spoor_port_unlock(uint32_t state)
{
    port_thread_locks = state;
}

static inline unsigned spoor_port_cpu(void)
{
    return port_thread_cpu;
}

static inline struct trace_context *spoor_port_context(void)
{
    return &port_thread_context;
}

#endif
