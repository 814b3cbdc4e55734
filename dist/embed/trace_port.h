/* SPDX-License-Identifier: BSD-2-Clause */
/* The inline bodies of spoor/port/port.h for any system: PRIMASK, a counter of 32 bits. */
#ifndef TRACE_PORT_H
#define TRACE_PORT_H

#include <spoor/port/irq.h>
#include <spoor/util/widen.h>
#include "spoor_settings.h"

#if CONFIG_CPUS > 1 && CONFIG_TRACE_SAMPLES
#error "CONFIG_TRACE_SAMPLES is 0 with several CPUs: SPOOR_SAMPLER() has a timer of one"
#endif
#if CONFIG_CYCLES_BITS != 32
#error "CONFIG_CYCLES_BITS is 32: narrower counters need SPOOR_CYCLES(), an expression that widens them"
#endif

/** trace_now has the running context: a thread, or an interrupt. */
#define SPOOR_PORT_CONTEXT_VARIABLE "trace_now"

/** f(0), f(1) and so on, for each CPU. */
#define SPOOR_CPUS_1(f)            f(0)
#define SPOOR_CPUS_2(f)            SPOOR_CPUS_1(f), f(1)
#define SPOOR_CPUS_3(f)            SPOOR_CPUS_2(f), f(2)
#define SPOOR_CPUS_4(f)            SPOOR_CPUS_3(f), f(3)
#define SPOOR_CPUS_5(f)            SPOOR_CPUS_4(f), f(4)
#define SPOOR_CPUS_6(f)            SPOOR_CPUS_5(f), f(5)
#define SPOOR_CPUS_7(f)            SPOOR_CPUS_6(f), f(6)
#define SPOOR_CPUS_8(f)            SPOOR_CPUS_7(f), f(7)
#define SPOOR_CPUS_OF_NUMBER(n, f) SPOOR_CPUS_##n(f)
#define SPOOR_CPUS_OF(n, f)        SPOOR_CPUS_OF_NUMBER(n, f)
#define SPOOR_EACH_CPU(f)          SPOOR_CPUS_OF(CONFIG_CPUS, f)

/** start.c has it, with contexts that can be used before anything has run. */
#define SPOOR_PORT_DEFINES_NOW

#if CONFIG_CPUS > 1
/** One CPU has the kernel's tick, and serves all rings in it. */
#define SPOOR_PORT_TICK_OF_ALL
#endif

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
#if CONFIG_CPUS > 1
    return SPOOR_CPU();
#else
    return 0;
#endif
}

#if CONFIG_TRACE
/* A thread that read the CPU's number, and then the array, might have moved between the two. */
static inline struct trace_context *spoor_port_context(void)
{
#if CONFIG_CPUS > 1
    uint32_t state = spoor_port_lock();
    struct trace_context *c = trace_now.context[spoor_port_cpu()];

    spoor_port_unlock(state);
    return c;
#else
    return trace_now.context[0];
#endif
}
#endif

#endif
