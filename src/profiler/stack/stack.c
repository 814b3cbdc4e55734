/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stacks recorded with events. They start with the caller of trace_event(), without the profiler's own
 * frames.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_STACKS

#include <string.h>
#include <spoor/port/kernel_events.h>
#include <spoor/port/unwind.h>
#include "../record/ring_priv.h"
#include "stack_priv.h"

/*
 * Maximum number of frames below the caller's: trace_emit_stack(), its emitter, and frames that the compiler
 * may add between them.
 */
#define OWN_FRAMES 4

/*
 * Maximum number of frames up to the interrupted code: also those of a handler, the dispatch and the entry.
 */
#define HANDLER_FRAMES (OWN_FRAMES + 6)

struct stack {
    uint32_t bytes; /* first word of the record */
    uint32_t of;
    uint32_t addresses[TRACE_EVENT_DEPTH];
};

static void put(struct stack *s, unsigned found)
{
    s->bytes = (1 + found) * (uint32_t)sizeof(uint32_t);
    if (2 + found <= SPOOR_WIRE_WORDS_MAX) { /* a short record is written in one step */
        struct spoor_ring_words w;

        memcpy(&w, s, sizeof w);
        (void)spoor_ring_put_words(SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_STACK), &w, 2 + found);
    } else {
        (void)trace_emit_bytes(SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_STACK), &s->of, s->bytes);
    }
}

/*
 * Record the frames starting with `first`, which is at most `own` frames away. Not inlined, because it needs
 * most of the stack that has_room() checks.
 */
static __attribute__((noinline)) void emit_from(uint32_t first, uint32_t of, unsigned depth, unsigned own)
{
    struct spoor_frame frame;
    struct stack stack;
    unsigned found = 1;

    spoor_unwind_here(&frame);
    stack.of = of;
    stack.addresses[0] = first;
    while (own-- > 0 && spoor_unwind_step(&frame)) {
        if (spoor_frame_pc(&frame) == first) {
            found += spoor_unwind(&frame, stack.addresses + 1, depth - 1);
            break;
        }
    }
    put(&stack, found);
}

/*
 * Record the frames from the interrupted code on. @return false if it isn't `first`, or if the walk needs
 * registers that only the handlers' frames have
 */
static __attribute__((noinline)) bool emit_interrupted(uint32_t first, uint32_t of, unsigned depth)
{
    struct spoor_frame frame;
    struct stack stack;

    if (!spoor_port_interrupted(&frame) || spoor_frame_pc(&frame) != first) {
        return false;
    }
    stack.of = of;
    stack.addresses[0] = first;
    unsigned found = 1 + spoor_unwind(&frame, stack.addresses + 1, depth - 1);

    if (spoor_frame_lacks(&frame)) {
        return false;
    }
    put(&stack, found);
    return true;
}

/* Record a stack of one frame. */
static __attribute__((noinline)) void emit_first(uint32_t first, uint32_t of)
{
    const struct spoor_ring_words w = {{2 * sizeof(uint32_t), of, first}};

    (void)spoor_ring_put_words(SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_STACK), &w, 3);
}

/* @return whether the running context's stack has room for the unwinder */
static inline bool has_room(void)
{
    return (uintptr_t)__builtin_frame_address(0) - SPOOR_UNWIND_BYTES >= spoor_port_stack_low();
}

static inline void emit(uint32_t first, uint32_t of, unsigned depth, unsigned own)
{
    if (of == 0 || depth == 0) {
        return;
    }
    if (depth <= 1 || !has_room()) {
        emit_first(first, of);
    } else if (own != HANDLER_FRAMES || !emit_interrupted(first, of, depth)) {
        emit_from(first, of, depth, own);
    }
}

void trace_emit_stack(uint32_t of, unsigned depth, const void *caller)
{
    emit((uint32_t)(uintptr_t)caller | 1, of, depth, OWN_FRAMES);
}

void trace_emit_interrupted_stack(uint32_t of, unsigned depth, uint32_t pc)
{
    emit(pc, of, depth, HANDLER_FRAMES);
}

/* Record the frames of the outgoing thread of a switch. @return false if it can't be unwound */
static __attribute__((noinline)) bool emit_outgoing(uint32_t of, unsigned depth)
{
    struct spoor_frame frame;
    struct stack stack;

    if (!spoor_port_outgoing(&frame)) {
        return false;
    }
    stack.of = of;
    stack.addresses[0] = spoor_frame_pc(&frame);
    put(&stack, 1 + spoor_unwind(&frame, stack.addresses + 1, depth - 1));
    return true;
}

/* ------------------------------------------------------------------ emitters */

#define EVENT struct trace_event *e

/*
 * The words are in a block of their own, so that the last call is a tail call and the walk has one frame
 * less.
 */
#define STACK_EMITTER(n, parameters, ...)                                                                    \
    static void emit_stack_##n parameters                                                                    \
    {                                                                                                        \
        uint32_t header;                                                                                     \
                                                                                                             \
        {                                                                                                    \
            const struct spoor_ring_words w = {{__VA_ARGS__}};                                               \
                                                                                                             \
            header = spoor_ring_put_words(e->header, &w, e->words);                                          \
        }                                                                                                    \
        trace_emit_stack(header, e->flags &TRACE_EVENT_DEPTH, __builtin_return_address(0));                  \
    }

STACK_EMITTER(0, (EVENT), 0)
STACK_EMITTER(1, (EVENT, uint32_t a), a)
STACK_EMITTER(2, (EVENT, uint32_t a, uint32_t b), a, b)
STACK_EMITTER(3, (EVENT, uint32_t a, uint32_t b, uint32_t c), a, b, c)
STACK_EMITTER(many, (EVENT, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t f, uint32_t g), a, b, c,
              d, f, g)

/* The emitter of sched_switch, whose stack is the outgoing thread's. */
static void emit_stack_switch(EVENT, uint32_t a)
{
    const struct spoor_ring_words w = {{a}};
    uint32_t header = spoor_ring_put_words(e->header, &w, 1);
    unsigned depth = e->flags & TRACE_EVENT_DEPTH;

    if (header != 0 && depth != 0 && !(has_room() && emit_outgoing(header, depth))) {
        trace_emit_stack(header, depth, __builtin_return_address(0));
    }
}

static const union trace_emitter switch_emitter = {.words_1 = emit_stack_switch};

static const union trace_emitter emitters[SPOOR_WIRE_WORDS_MAX + 1] = {
    {.words_0 = emit_stack_0},    {.words_1 = emit_stack_1},    {.words_2 = emit_stack_2},
    {.words_3 = emit_stack_3},    {.words_6 = emit_stack_many}, {.words_6 = emit_stack_many},
    {.words_6 = emit_stack_many},
};

union trace_emitter trace_stack_emitter(const struct trace_event *e)
{
    return e == &sched_switch ? switch_emitter : emitters[e->words];
}

#endif
