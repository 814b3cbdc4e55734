/* SPDX-License-Identifier: BSD-2-Clause */
/* The inline functions of spoor/port/port.h for a product: a lock by PRIMASK and a 32-bit counter. */
#ifndef TRACE_PORT_H
#define TRACE_PORT_H

#include <spoor/port/irq.h>
#include "spoor_settings.h"

#if CONFIG_CPUS > 1 && CONFIG_TRACE_SAMPLES
#error "CONFIG_TRACE_SAMPLES must be 0 with several CPUs: SPOOR_SAMPLER() supports one CPU"
#endif
#if CONFIG_CYCLES_BITS != 32
#error "CONFIG_CYCLES_BITS must be 32: narrower counters need SPOOR_CYCLES(), an expression that widens them"
#endif

/** trace_now holds the running context: a thread or an interrupt. */
#define SPOOR_PORT_CONTEXT_VARIABLE "trace_now"

/** Expands to f(0), f(1) and so on, once per CPU. */
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

/** start.c defines trace_now, with contexts that are usable before any code has run. */
#define SPOOR_PORT_DEFINES_NOW

#if CONFIG_CPUS > 1
/** The kernel's tick runs on one CPU, which serves all rings. */
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
/** @return the counter, widened to 64 bits; spoor_tick() counts its half-wraps. Context: any. */
uint64_t spoor_time(void);

static inline uint64_t spoor_port_time(void)
{
    return spoor_time();
}
#endif

/*
 * Masks by PRIMASK, because a kernel's critical section may leave high-priority interrupts unmasked, and
 * these are traced, too.
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
/*
 * Interrupts are masked, because a thread could move to another CPU between reading the CPU's number and the
 * array.
 */
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
