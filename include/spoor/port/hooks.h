/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hooks: the calls that the profiler needs from the host RTOS. docs/porting.md has them as a table, with the
 * place of each call in a scheduler. With CONFIG_TRACE 0 they expand to nothing.
 *
 * At boot:            trace_hook_boot(), then trace_hook_cpu() on each CPU
 * For each thread:    trace_thread_init(), trace_hook_thread_created(), trace_hook_thread_named(),
 *                     trace_hook_thread_ended()
 * At each switch:     trace_hook_switch(), after trace_thread_leaves()
 * In each interrupt:  trace_hook_irq_enter(), trace_hook_irq_exit()
 * At each tick:       trace_hook_tick()
 */
#ifndef SPOOR_PORT_HOOKS_H
#define SPOOR_PORT_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/port/kernel_events.h>

#if CONFIG_TRACE

#if CONFIG_TRACE_MASKED
#include <spoor/masked.h>
#endif
#include <spoor/port/port.h>

SPOOR_EXTERN_C_BEGIN

/** The profiler's state in each thread. */
struct trace_thread {
#if CONFIG_TRACE_EVENTS
    uint32_t number; /**< in order of creation, starting with 1 */
    uint8_t left;    /**< why it leaves its CPU: enum trace_left */
#endif
    struct trace_context context;
};

/**
 * Make `c` the running context of this CPU, in trace_now. A port that stores it elsewhere must define
 * SPOOR_PORT_CONTEXT_SET, and spoor_port_context_set() for the calling CPU. Then trace_now contains only the
 * first context of each CPU.
 *
 * Context: interrupts masked.
 */
static inline void trace_set_current(struct trace_context *c)
{
#ifdef SPOOR_PORT_CONTEXT_SET
    spoor_port_context_set(c);
#else
    trace_now.context[spoor_port_cpu()] = c;
#endif
}

/**
 * Initialise the address of this CPU's ring, if the port stores it. Such a port must define
 * SPOOR_PORT_RING_SET, spoor_port_ring_set() for the calling CPU, and spoor_port_ring().
 *
 * Context: interrupts masked.
 */
#if CONFIG_TRACE_EVENTS
void trace_ring_of_cpu(void);
#else
static inline void trace_ring_of_cpu(void)
{
}
#endif

/* -------- boot */

/**
 * Set the thread that runs on `cpu` until the first switch, which switches away from it. `t` must be
 * initialised.
 *
 * Context: boot.
 */
static inline void trace_hook_cpu(unsigned cpu, struct trace_thread *t)
{
    trace_now.context[cpu] = &t->context;
#ifdef SPOOR_PORT_CONTEXT_SET
    if (cpu == spoor_port_cpu()) {
        spoor_port_context_set(&t->context);
    }
#endif
}

/** Start a further CPU, which runs its first context. Context: boot, on that CPU. */
static inline void trace_hook_cpu_starts(void)
{
    trace_set_current(trace_now.context[spoor_port_cpu()]);
    trace_ring_of_cpu();
}

/* -------- threads */

/** Initialise the state of a new thread. Context: any; nobody else uses `t` yet. */
static inline void trace_thread_init(struct trace_thread *t)
{
    trace_context_init(&t->context);
}

/** Discard the blocks and functions that a thread left open. Context: the thread that ends. */
void trace_thread_end(struct trace_thread *t);

#if CONFIG_TRACE_EVENTS

/**
 * Initialise the profiler. Must be the first call, when the counter runs, before anything is recorded and
 * while no block is open.
 *
 * Context: boot, CPU 0.
 */
void trace_hook_boot(void);

/** Number a new thread, and record its creation and name. Context: any. */
void trace_hook_thread_created(struct trace_thread *t, unsigned priority, const void *entry,
                               const char *name);

/** Record a thread's new name. The stream sends it again. Context: any. */
void trace_hook_thread_named(const struct trace_thread *t, unsigned priority, const char *name);

/** @return how often threads were renamed. Context: any. */
uint32_t trace_threads_renamed(void);

/** Record the end of the running thread. Context: scheduler, before the last switch. */
static inline void trace_hook_thread_ended(struct trace_thread *t, int code)
{
    trace_event(thread_end, code);
    t->left = TRACE_LEFT_EXITED;
}

/** @return the thread's number, or 0 if it has none. Context: any. */
static inline uint32_t trace_thread_number(const struct trace_thread *t)
{
    return t->number;
}

/** @return the highest number assigned to a thread. Context: any. */
uint32_t trace_thread_last(void);

/** Set the reason why `t` is about to leave its CPU. It may still become ready before. Context: any. */
static inline void trace_thread_leaves(struct trace_thread *t, enum trace_left why)
{
    t->left = (uint8_t)why;
}

/* -------- switches */

/** Whether a filter by threads is set. */
#if CONFIG_TRACE_FILTERS
extern bool trace_filtering;
#else
enum { trace_filtering = false };
#endif

/** Record a switch while a filter by threads is set. Context: scheduler. */
void trace_hook_switch_filtered(const struct trace_thread *out, const struct trace_thread *in);

/** Record a wake-up while a filter by threads is set. `by` runs on this CPU. Context: interrupts masked. */
void trace_hook_wake_filtered(uint32_t by, const struct trace_thread *t, enum trace_wake how,
                              const void *object);

/** @return whether wake-ups are recorded. If not, callers needn't determine the object. Context: any. */
static inline bool trace_hook_wants_wake(void)
{
    return trace_event_is_on(sched_wake);
}

static inline void trace_record_switch(const struct trace_thread *out, struct trace_thread *in)
{
    if (__builtin_expect(trace_filtering, 0)) {
        trace_hook_switch_filtered(out, in);
    } else {
        trace_event(sched_switch, in->number << TRACE_LEFT_BITS | out->left);
    }
    in->left = TRACE_LEFT_PREEMPTED;
}

/* -------- ticks */

/**
 * The tick on this CPU. Must be called first in its interrupt. It keeps the time in the ring complete, closes
 * a sub-buffer that the reader has requested, wakes the drain, and updates the age of blocks.
 *
 * Must be called at least every 2^21 cycles while the CPU runs, and after a longer sleep before anything is
 * recorded. Without CONFIG_TRACE_EVENTS every quarter of a wrap of spoor_port_cycles() is enough.
 *
 * Context: interrupt.
 */
void trace_hook_tick(void);

/**
 * Replaces trace_hook_tick() after a sleep during which this CPU had no tick and recorded nothing.
 *
 * Context: interrupts masked.
 */
void trace_hook_woke(void);

#else

#include <spoor/port/hooks_events_off.h>

#endif

/**
 * Switch this CPU from `out` to `in`. Before the first switch on a CPU, trace_hook_cpu() must be called.
 *
 * @param begin_cycles  spoor_port_cycles() when the switch started; `out` hasn't run since then
 * @return spoor_port_cycles() when `in` was resumed
 *
 * Context: scheduler, interrupts masked.
 * Cost: make bench, event_switch.
 */
static inline uint32_t trace_hook_switch(struct trace_thread *out, struct trace_thread *in,
                                         uint32_t begin_cycles)
{
#if CONFIG_TRACE_MASKED
    if (trace_masked_is_on()) {
        spoor_masked_end(); /* a section that `out` takes with it ends here */
    }
#endif
    trace_record_switch(out, in);
    trace_context_suspend(&out->context, begin_cycles);
    uint32_t now = spoor_port_cycles();

    trace_context_resume(&in->context, now);
    trace_set_current(&in->context);
    return now;
}

/* -------- interrupts */

/**
 * Begin an interrupt on this CPU, without a record. The interrupt runs in the context `own`. The system must
 * have one such context for each level of nesting, initialised by trace_context_init().
 *
 * This hook must be called first in an interrupt, and trace_hook_irq_end() last. Instructions outside of the
 * two count as time of the interrupted context. Suspending it and changing to `own` are masked together,
 * because a nested interrupt between them would be counted twice as stolen time, or not at all.
 *
 * Context: interrupt.
 */
static inline void trace_hook_irq_begin(struct trace_context *own)
{
    uint32_t state = spoor_port_lock();
    struct trace_context *interrupted = spoor_port_context();

    trace_context_suspend(interrupted, spoor_port_cycles());
    own->interrupted = interrupted;
    trace_set_current(own);
    spoor_port_unlock(state);
}

/** Begin an interrupt, and record it. Context: interrupt. */
static inline void trace_hook_irq_enter(struct trace_context *own, unsigned line)
{
    trace_hook_irq_begin(own);
    (void)line;
    trace_event(irq_enter, line);
}

/** End an interrupt, without a record. Context: the same interrupt. */
static inline void trace_hook_irq_end(struct trace_context *own)
{
    struct trace_context *interrupted = own->interrupted;

    trace_context_end(own);
    uint32_t state = spoor_port_lock();

    trace_context_resume(interrupted, spoor_port_cycles());
    trace_set_current(interrupted);
    spoor_port_unlock(state);
}

/** Record the end of an interrupt, and end it. Context: the same interrupt. */
static inline void trace_hook_irq_exit(struct trace_context *own)
{
    trace_event(irq_exit);
    trace_hook_irq_end(own);
}

SPOOR_EXTERN_C_END

#else

#include <spoor/port/hooks_off.h>

#endif
#endif
