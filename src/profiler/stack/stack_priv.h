/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks recorded with events. Without CONFIG_TRACE_STACKS these functions do nothing. */
#ifndef STACK_PRIV_H
#define STACK_PRIV_H

#include <spoor/event.h>

#if CONFIG_TRACE_STACKS

#include <spoor/port/unwind.h>

/**
 * Record the stack of the record with header word `of`, unless that is 0.
 *
 * @param caller  the return address of the innermost frame, in the function that recorded the event
 *
 * Context: any.
 */
void trace_emit_stack(uint32_t of, unsigned depth, const void *caller);

/**
 * Record, from an interrupt handler, the stack of the interrupted code, which starts with `pc`.
 *
 * Context: interrupt.
 */
void trace_emit_interrupted_stack(uint32_t of, unsigned depth, uint32_t pc);

/** @return the emitter of an event that also records a stack. Context: any. */
union trace_emitter trace_stack_emitter(const struct trace_event *e);

/** @return whether this image can be unwound. Context: any. */
static inline bool trace_stacks_possible(void)
{
    return spoor_unwind_possible();
}

#else

static inline union trace_emitter trace_stack_emitter(const struct trace_event *e)
{
    return trace_emitters[e->words];
}

static inline void trace_emit_stack(uint32_t of, unsigned depth, const void *caller)
{
    (void)of;
    (void)depth;
    (void)caller;
}

static inline void trace_emit_interrupted_stack(uint32_t of, unsigned depth, uint32_t pc)
{
    (void)of;
    (void)depth;
    (void)pc;
}

static inline bool trace_stacks_possible(void)
{
    return false;
}

#endif
#endif
