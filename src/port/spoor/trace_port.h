/* SPDX-License-Identifier: BSD-2-Clause */
/* The profiler's port to this kernel: the inline bodies of spoor/port/port.h. */
#ifndef TRACE_PORT_H
#define TRACE_PORT_H

#include <drivers/clock.h>
#include <hal/cpu.h>
#include <spoor/port/irq.h>

/** The context that runs on each CPU; the hooks of spoor/port/hooks.h keep it. */
#define SPOOR_PORT_CONTEXT_VARIABLE "trace_now"

/** … and of the time that a narrow counter is added to, for assembly. */
#define SPOOR_PORT_CYCLES_LAST_VARIABLE "clock_last_low"

static inline uint32_t spoor_port_cycles(void)
{
    return clock_counter_low();
}

static inline uint64_t spoor_port_time(void)
{
    return clock_counter(); /* not clock_cycles(), which begins with 0 at boot */
}

static inline uint32_t spoor_port_lock(void)
{
    return spoor_irq_save();
}

static inline void spoor_port_unlock(uint32_t state)
{
    spoor_irq_restore_relaxed(state); /* the profiler never asks for a switch */
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
/* A thread that read the CPU's number, and then the array, might have moved between the two. */
#define SPOOR_PORT_CONTEXT_SET
#define SPOOR_PORT_CONTEXT_IN_CPU_WORD
static inline void spoor_port_context_set(struct trace_context *c)
{
    hal_cpu_set_word(c);
}

/* A load finds the ring, in place of a multiplication. */
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
