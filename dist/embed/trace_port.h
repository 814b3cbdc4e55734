/* SPDX-License-Identifier: BSD-2-Clause */
/* The inline bodies of spoor/port/port.h for one CPU of any system: PRIMASK, a counter of 32 bits. */
#ifndef TRACE_PORT_H
#define TRACE_PORT_H

#include <spoor/port/irq.h>
#include <spoor/util/widen.h>
#include "spoor_settings.h"

#if CONFIG_CPUS > 1
#error "one CPU only: the ports of this folder keep one running context"
#endif
#if CONFIG_CYCLES_BITS != 32
#error "CONFIG_CYCLES_BITS is 32: narrower counters need SPOOR_CYCLES(), an expression that widens them"
#endif

/** trace_now has the running context: a thread, or an interrupt. */
#define SPOOR_PORT_CONTEXT_VARIABLE "trace_now"

/** The one of main(), usable before anything has run. */
#define SPOOR_PORT_FIRST_CONTEXT spoor_first.context
struct trace_thread;
extern struct trace_thread spoor_first;

static inline uint32_t spoor_port_cycles(void)
{
#if CONFIG_CYCLES_ADDRESS && CONFIG_CYCLES_DOWN
    return 0u - *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS;
#elif CONFIG_CYCLES_ADDRESS
    return *(volatile uint32_t *)CONFIG_CYCLES_ADDRESS;
#else
    return SPOOR_CYCLES();
#endif
}

#if CONFIG_TRACE_EVENTS
/** The counter's half-wraps, which spoor_tick() keeps. */
extern volatile uint32_t spoor_halves;

static inline uint64_t spoor_port_time(void)
{
    return spoor_widen_read(&spoor_halves, spoor_port_cycles, 32);
}
#endif

/* By PRIMASK: a kernel's critical section may leave its most urgent interrupts unmasked, and they are traced.
 */
static inline uint32_t spoor_port_lock(void)
{
    return spoor_irq_save();
}

static inline void spoor_port_unlock(uint32_t state)
{
    spoor_irq_restore_relaxed(state);
}

static inline unsigned spoor_port_cpu(void)
{
    return 0;
}

#if CONFIG_TRACE
static inline struct trace_context *spoor_port_context(void)
{
    return trace_now.context[0];
}
#endif

#endif
