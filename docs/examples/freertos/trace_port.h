/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiler's port to FreeRTOS on a Cortex-M with a cycle counter (M3 and up), one core: the inline bodies
 * of profiler/port.h. Put this folder on the include path.
 */
#ifndef TRACE_PORT_H
#define TRACE_PORT_H

#include <hal/irq.h>

/* DWT_CYCCNT (Armv7-M ARM, C1.8.8), or another register that counts up through 32 bits; without one a word
 * that a test advances. */
#if CONFIG_CYCLES_ADDRESS
#define TRACE_PORT_CYCLES (*(volatile uint32_t *)CONFIG_CYCLES_ADDRESS)
#else
extern volatile uint32_t trace_port_cycles;
#define TRACE_PORT_CYCLES trace_port_cycles
#endif

/** trace_now has the running context: a task, an interrupt, or the scheduler between two tasks. */
#define PORT_CONTEXT_VARIABLE "trace_now"

/** The one that main() runs in, usable before anything has run. */
#define PORT_FIRST_CONTEXT trace_port_boot
extern struct trace_context trace_port_boot;

static inline uint32_t port_cycles(void)
{
    return TRACE_PORT_CYCLES;
}

/* By PRIMASK: a critical section of FreeRTOS leaves its most urgent interrupts unmasked, and those may be
 * traced. */
static inline uint32_t port_lock(void)
{
    return hal_irq_save();
}

static inline void port_unlock(uint32_t state)
{
    hal_irq_restore_relaxed(state);
}

static inline unsigned port_cpu(void)
{
    return 0;
}

static inline struct trace_context *port_context(void)
{
    return trace_now.context[0];
}

#endif
