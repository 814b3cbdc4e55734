/* SPDX-License-Identifier: BSD-2-Clause */
/* The profiler's port for tests. The test sets the clock and the current context. */
#ifndef TRACE_PORT_H
#define TRACE_PORT_H

/* It has no list of threads, unless the test has one. */
#ifndef SPOOR_PORT_LISTS_THREADS
#define SPOOR_PORT_LISTS_THREADS 0
#endif

#include <stddef.h>

extern uint32_t fake_cycles;
extern uint32_t fake_wraps; /* number of wraps of fake_cycles */
extern uint32_t fake_cycles_hz, fake_tick_hz;
extern unsigned fake_cpu;
extern int fake_lock_depth;
extern void (*fake_interrupt)(void); /* called once, at the end of the next lock */
#ifdef FAKE_AFTER_TIME
extern void (*fake_after_time)(void); /* called once, when the time was read with interrupts unmasked */
#endif
extern struct trace_context *fake_context;

static inline uint32_t spoor_port_cycles(void)
{
    return fake_cycles;
}

#if CONFIG_TRACE_EVENTS
static inline uint64_t spoor_port_time(void)
{
    uint64_t time = (uint64_t)fake_wraps << 32 | fake_cycles;

#ifdef FAKE_AFTER_TIME
    if (fake_after_time != NULL && fake_lock_depth == 0) {
        void (*isr)(void) = fake_after_time;

        fake_after_time = NULL;
        isr();
    }
#endif
    return time;
}
#endif

/* The compiler must not move accesses across these, as it must not on a target. */
static inline uint32_t spoor_port_lock(void)
{
    uint32_t state = (uint32_t)fake_lock_depth++;

    __asm__ volatile("" ::: "memory");
    return state;
}

static inline void spoor_port_unlock(uint32_t state)
{
    __asm__ volatile("" ::: "memory");
    fake_lock_depth = (int)state;
    __asm__ volatile("" ::: "memory");
    if (state == 0 && fake_interrupt != NULL) {
        void (*isr)(void) = fake_interrupt;

        fake_interrupt = NULL;
        isr();
    }
}

static inline unsigned spoor_port_cpu(void)
{
    return fake_cpu;
}

static inline struct trace_context *spoor_port_context(void)
{
    return fake_context;
}

#endif
