/* SPDX-License-Identifier: BSD-2-Clause */
/* The profiler's port to this kernel: the inline bodies for spoor/port/port.h. */
#ifndef TRACE_PORT_H
#define TRACE_PORT_H

#include <drivers/clock.h>
#include <hal/cpu.h>
#include <spoor/port/irq.h>

/**
 * For assembly: the variable with the running context of each CPU, which is set by the hooks of
 * spoor/port/hooks.h.
 */
#define SPOOR_PORT_CONTEXT_VARIABLE "trace_now"

/** For assembly: the variable with the time to which a narrow counter is added. */
#define SPOOR_PORT_CYCLES_LAST_VARIABLE "clock_last_low"

#define SPOOR_PORT_LISTS_THREADS 1

static inline uint32_t spoor_port_cycles(void)
{
    return clock_counter_low();
}

static inline uint64_t spoor_port_time(void)
{
    return clock_counter(); /* not clock_cycles(), which starts from 0 at boot */
}

static inline uint32_t spoor_port_lock(void)
{
    return (spoor_irq_save)();
}

static inline void spoor_port_unlock(uint32_t state)
{
    (spoor_irq_restore_relaxed)(state); /* the profiler never requests a switch */
}

static inline unsigned spoor_port_cpu(void)
{
    return hal_cpu_id();
}

#if CONFIG_TRACE
static inline struct trace_context *spoor_port_context(void)
{
#if CONFIG_CPUS > 1
    return (struct trace_context *)spoor_cpu_word();
#else
    return trace_now.context[0];
#endif
}
#endif

#if CONFIG_CPUS > 1
/* A thread that read the CPU's number and then the array might be moved to another CPU between the two. */
#define SPOOR_PORT_CONTEXT_SET
#define SPOOR_PORT_CONTEXT_IN_CPU_WORD
static inline void spoor_port_context_set(struct trace_context *c)
{
    hal_cpu_set_word(c);
}

/* The ring's address is stored per CPU, because loading it is cheaper than multiplying. */
struct trace_ring;

#define SPOOR_PORT_RING_SET
static inline void spoor_port_ring_set(struct trace_ring *r)
{
    hal_cpu_set_own(r);
}

static inline struct trace_ring *spoor_port_ring(void)
{
    return (struct trace_ring *)hal_cpu_own();
}
#endif

#endif
