/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The calls that the profiler needs from the system that carries it. docs/porting.md has this list as a
 * table, with the place of each call in a scheduler. With CONFIG_TRACE 0 nothing is left of it.
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

#include <spoor/port/port.h>

SPOOR_EXTERN_C_BEGIN

/** The profiler's state in each thread. */
struct trace_thread {
#if CONFIG_TRACE_EVENTS
    uint32_t number; /**< from 1 on, in order of creation */
    uint8_t left;    /**< enum trace_left: why it leaves its CPU */
#endif
    struct trace_context context;
};

/**
 * `c` runs on this CPU from now on: trace_now has it. A port may keep it elsewhere: it defines
 * SPOOR_PORT_CONTEXT_SET, and spoor_port_context_set() for the calling CPU; then trace_now has the first one
 * of each CPU.
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
 * A port may keep the address of each CPU's ring: it defines SPOOR_PORT_RING_SET, spoor_port_ring_set() for
 * the calling CPU, and spoor_port_ring(). Context: interrupts masked.
 */
#if CONFIG_TRACE_EVENTS
void trace_ring_of_cpu(void);
#else
static inline void trace_ring_of_cpu(void)
{
}
#endif

/* -------- boot */

/** `t` runs on `cpu`: until the first switch, and with the first one. Context: boot; `t` is initialised. */
static inline void trace_hook_cpu(unsigned cpu, struct trace_thread *t)
{
    trace_now.context[cpu] = &t->context;
#ifdef SPOOR_PORT_CONTEXT_SET
    if (cpu == spoor_port_cpu()) {
        spoor_port_context_set(&t->context);
    }
#endif
}

/** A further CPU starts: it runs its first context. Context: boot, on that CPU. */
static inline void trace_hook_cpu_starts(void)
{
    trace_set_current(trace_now.context[spoor_port_cpu()]);
    trace_ring_of_cpu();
}

/* -------- threads */

/** Make the state of a new thread ready. Context: any; nobody else uses `t` yet. */
static inline void trace_thread_init(struct trace_thread *t)
{
    trace_context_init(&t->context);
}

/** Forget the blocks and functions that a thread left open. Context: the thread that ends. */
void trace_thread_end(struct trace_thread *t);

#if CONFIG_TRACE_EVENTS

/**
 * The first call, once the counter runs, before anything is recorded and while no block is open. Context:
 * boot, CPU 0.
 */
void trace_hook_boot(void);

/** The thread exists: number it, and record that and its name. Context: any. */
void trace_hook_thread_created(struct trace_thread *t, unsigned priority, const void *entry,
                               const char *name);

/** The thread has another name: it is recorded, and the stream tells it again. Context: any. */
void trace_hook_thread_named(const struct trace_thread *t, unsigned priority, const char *name);

/** @return how often a thread was given another name. Context: any. */
uint32_t trace_threads_renamed(void);

/** The running thread ends. Context: the scheduler's, before the last switch. */
static inline void trace_hook_thread_ended(struct trace_thread *t, int code)
{
    trace_event(thread_end, code);
    t->left = TRACE_LEFT_EXITED;
}

/** @return its number, or 0 without one. Context: any. */
static inline uint32_t trace_thread_number(const struct trace_thread *t)
{
    return t->number;
}

/** @return the highest number that a thread was given. Context: any. */
uint32_t trace_thread_last(void);

/** `t` is about to leave its CPU for this reason, unless something makes it ready before. Context: any. */
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

/** The record of a switch while a filter by threads is set. Context: the scheduler's. */
void trace_hook_switch_filtered(const struct trace_thread *out, const struct trace_thread *in);

/** The record of a wake-up while a filter by threads is set; `by` runs here. Context: interrupts masked. */
void trace_hook_wake_filtered(uint32_t by, const struct trace_thread *t, enum trace_wake how,
                              const void *object);

/** @return whether wake-ups are recorded; without, nobody needs to find out the object. Context: any. */
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
 * The tick on this CPU, first in its interrupt: carries the time over in the ring, closes a sub-buffer that
 * the reader waits for, wakes the drain, and brings the age of blocks up to date. Call it at least every 2^21
 * cycles while the CPU runs, and after a longer sleep before anything is recorded. Without
 * CONFIG_TRACE_EVENTS every quarter of a wrap of spoor_port_cycles() is enough.
 *
 * Context: interrupt.
 */
void trace_hook_tick(void);

/** The same after a sleep in which this CPU had no tick and recorded nothing. Context: interrupts masked. */
void trace_hook_woke(void);

#else

#include <spoor/port/hooks_events_off.h>

#endif

/**
 * `in` runs instead of `out` on this CPU; for the first switch on a CPU see trace_hook_cpu().
 *
 * @param begin_cycles  spoor_port_cycles() when the switch began: `out` stood still since then
 *
 * Context: the scheduler's, interrupts masked. Cost: make bench, event_switch.
 */
static inline void trace_hook_switch(struct trace_thread *out, struct trace_thread *in, uint32_t begin_cycles)
{
    trace_record_switch(out, in);
    trace_context_suspend(&out->context, begin_cycles);
    trace_context_resume(&in->context, spoor_port_cycles());
    trace_set_current(&in->context);
}

/* -------- interrupts */

/**
 * An interrupt begins on this CPU. It runs in the context `own`, of which the system has one for each level
 * that interrupts nest, initialised by trace_context_init().
 *
 * Context: interrupt. Suspending and going over are masked together: a nested interrupt between them would be
 * stolen time twice, or not at all. The hook comes first in an interrupt, and the other one last: the
 * system's instructions outside of the two are time of the interrupted context.
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

/** … and is recorded. */
static inline void trace_hook_irq_enter(struct trace_context *own, unsigned line)
{
    trace_hook_irq_begin(own);
    (void)line;
    trace_event(irq_enter, line);
}

/** The interrupt ends, without a record. Context: the same interrupt. */
static inline void trace_hook_irq_end(struct trace_context *own)
{
    struct trace_context *interrupted = own->interrupted;

    trace_context_end(own);
    uint32_t state = spoor_port_lock();

    trace_context_resume(interrupted, spoor_port_cycles());
    trace_set_current(interrupted);
    spoor_port_unlock(state);
}

/** … and is recorded. */
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
