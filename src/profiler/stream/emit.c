/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writing records. The usual way: mask, look for room, fill, commit by moving `next`, unmask; some 20
 * instructions for one word. Where there is no room, or a filter is set, ring_allocate() finds out what to
 * do.
 */
#include <hal/irq.h>
#include <string.h>
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

uint32_t *ring_allocate(struct trace_ring *r, uint32_t header, unsigned words)
{
    if (r->stopped || r->muted || r->hidden == TRACE_HIDE_ALL || (r->hidden && !hal_in_isr())) {
        r->unrecorded++;
        return NULL;
    }
    uint64_t now = port_time();
    uint32_t *end = r->part != NULL ? r->part->records + TRACE_PART_ROOM : NULL;

    if (end != NULL && r->next + words + 1 > end) {
        ring_close(r);
        end = NULL;
    }
    if (end == NULL && !ring_open(r, now)) {
        if (r->stopped) {
            r->unrecorded++;
        } else {
            ring_drop(r, header >> WIRE_TIME_BITS);
        }
        return NULL;
    }
    uint32_t *record = r->next;

    record[0] = header | ((uint32_t)now & WIRE_TIME_MASK);
    r->next = record + 1 + words;
    return record;
}

void trace_emit_words(uint32_t header, const uint32_t *words, unsigned n)
{
    uint32_t state;
    struct trace_ring *r = ring_enter(&state);
    uint32_t *record = ring_allocate(r, header, n);

    for (unsigned i = 0; record != NULL && i < n; i++) {
        record[1 + i] = words[i];
    }
    ring_leave(r, state);
}

/*
 * An event and its stack go into the ring together: so the nearest record with the stack's header word, back
 * from the stack, is its own, whatever else was lost. No stack is kept of a record that isn't.
 */
void emit_with_stack(uint32_t header, const uint32_t *words, unsigned n, const struct trace_stack *stack)
{
    uint32_t state;
    struct trace_ring *r = ring_enter(&state);
    uint32_t *record = ring_allocate(r, header, n);

    if (record != NULL) {
        memcpy(record + 1, words, n * sizeof *words);
        uint32_t of = record[0];

        record = ring_allocate(r, WIRE_HEADER_WORD(WIRE_ID_STACK), 1 + 1 + stack->depth);
        if (record != NULL) {
            record[1] = (1 + stack->depth) * sizeof(uint32_t);
            record[2] = of;
            memcpy(record + 3, stack->addresses, stack->depth * sizeof(uint32_t));
        }
    }
    ring_leave(r, state);
}

/* A record longer than two words looks further than `limit` does. */
#define FITS(r, n) ((r)->next + ((n) > 1 ? (n)-1 : 0) <= (r)->limit)

/*
 * Two emitters for `n` words: the usual one, and one that records the stack too. The slow way is a function
 * of its own, or the usual one would save registers for it.
 */
#define EMITTER(n, parameters, arguments, store, ...)                                                        \
    static __attribute__((noipa)) void emit_slowly_##n parameters                                            \
    {                                                                                                        \
        const uint32_t words[] = {__VA_ARGS__};                                                              \
                                                                                                             \
        trace_emit_words(e->header, words, n);                                                               \
    }                                                                                                        \
    static void emit_##n parameters                                                                          \
    {                                                                                                        \
        uint32_t state;                                                                                      \
        struct trace_ring *r = ring_enter(&state);                                                           \
        uint32_t *record = r->next;                                                                          \
                                                                                                             \
        if (__builtin_expect(FITS(r, n), 1)) {                                                               \
            store;                                                                                           \
            record[0] = (port_cycles() & WIRE_TIME_MASK) | e->header;                                        \
            r->next = record + 1 + (n);                                                                      \
            ring_leave(r, state);                                                                            \
            return;                                                                                          \
        }                                                                                                    \
        ring_leave(r, state);                                                                                \
        emit_slowly_##n arguments;                                                                           \
    }                                                                                                        \
    static void emit_stack_##n parameters                                                                    \
    {                                                                                                        \
        const uint32_t words[] = {__VA_ARGS__};                                                              \
                                                                                                             \
        trace_emit_stack(e, words, n, __builtin_return_address(0));                                          \
    }

#define CELL struct trace_event_cell *e

EMITTER(0, (CELL), (e), (void)0)
EMITTER(1, (CELL, uint32_t a), (e, a), record[1] = a, a)
EMITTER(2, (CELL, uint32_t a, uint32_t b), (e, a, b), (record[1] = a, record[2] = b), a, b)
EMITTER(3, (CELL, uint32_t a, uint32_t b, uint32_t c), (e, a, b, c),
        (record[1] = a, record[2] = b, record[3] = c), a, b, c)
EMITTER(4, (CELL, uint32_t a, uint32_t b, uint32_t c, uint32_t d), (e, a, b, c, d),
        (record[1] = a, record[2] = b, record[3] = c, record[4] = d), a, b, c, d)
EMITTER(5, (CELL, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t f), (e, a, b, c, d, f),
        (record[1] = a, record[2] = b, record[3] = c, record[4] = d, record[5] = f), a, b, c, d, f)
EMITTER(6, (CELL, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t f, uint32_t g),
        (e, a, b, c, d, f, g),
        (record[1] = a, record[2] = b, record[3] = c, record[4] = d, record[5] = f, record[6] = g), a, b, c,
        d, f, g)

/* Called through the type that the number of words says: see TRACE_CALL. */
#define AS_EMITTER(fn) ((void (*)(void))(fn))

void (*const trace_emitters[])(void) = {
    AS_EMITTER(emit_0), AS_EMITTER(emit_1), AS_EMITTER(emit_2), AS_EMITTER(emit_3),
    AS_EMITTER(emit_4), AS_EMITTER(emit_5), AS_EMITTER(emit_6),
};

void (*const trace_stack_emitters[])(void) = {
    AS_EMITTER(emit_stack_0), AS_EMITTER(emit_stack_1), AS_EMITTER(emit_stack_2), AS_EMITTER(emit_stack_3),
    AS_EMITTER(emit_stack_4), AS_EMITTER(emit_stack_5), AS_EMITTER(emit_stack_6),
};

/* Bytes in the words of a record: their number, then they. @return how many words that are */
static unsigned pack(uint32_t words[1 + TRACE_DATA_MAX / 4], const void *data, size_t bytes)
{
    words[0] = bytes < TRACE_DATA_MAX ? (uint32_t)bytes : TRACE_DATA_MAX;
    memcpy(words + 1, data, words[0]);
    return 1 + (words[0] + 3) / 4;
}

void trace_emit_data(struct trace_event_cell *e, const void *data, size_t bytes)
{
    uint32_t words[1 + TRACE_DATA_MAX / 4];
    unsigned n = pack(words, data, bytes);

    if (e->flags & TRACE_EVENT_DEPTH) {
        trace_emit_stack(e, words, n, __builtin_return_address(0));
    } else {
        trace_emit_words(e->header, words, n);
    }
}

#endif
