/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writing records. The usual way: mask, look for room, fill, commit by moving `next`, unmask; some 20
 * instructions for one word. Where there is no room, or a filter is set, ring_prepare() finds out what to do.
 * Records of more than three words always go that slower way.
 */
#include <string.h>
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

/* Whether there is room for a record of two words or `more` of them. */
static inline bool takes(const struct trace_ring *r, unsigned more, bool in_isr)
{
    return r->next + more <= r->limit[in_isr];
}

struct words {
    uint32_t word[WIRE_WORDS_MAX];
};

static uint32_t put_words(uint32_t header, const struct words *words, unsigned n)
{
    bool in_isr = hal_in_isr();

    do {
        uint32_t state;
        struct trace_ring *r = ring_enter(&state);

        if (takes(r, WIRE_WORDS_MAX - 1, in_isr)) {
            uint32_t *record = r->next;

            header |= port_cycles() & WIRE_TIME_MASK;
            record[0] = header;
            *(struct words *)(record + 1) = *words; /* what is behind the record is nobody's yet */
            r->next = record + 1 + n;
            ring_leave(r, state);
            return header;
        }
        ring_leave(r, state);
    } while (ring_prepare(header >> WIRE_TIME_BITS, WIRE_WORDS_MAX));
    return 0;
}

void trace_emit_words(uint32_t header, const uint32_t *words, unsigned n)
{
    struct words w = {{0}};

    for (unsigned i = 0; i < n; i++) {
        w.word[i] = words[i];
    }
    put_words(header, &w, n);
}

/* ------------------------------------------------------------------ by the number of words */

#define CELL struct trace_event_cell *e

/* A function of its own, or the usual way would save registers for it. */
static __attribute__((noipa)) void emit_slowly(CELL, uint32_t a, uint32_t b, uint32_t c)
{
    const struct words w = {{a, b, c}};

    put_words(e->header, &w, e->words);
}

static void emit_many(CELL, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t f, uint32_t g)
{
    const struct words w = {{a, b, c, d, f, g}};

    put_words(e->header, &w, e->words);
}

/* A record longer than two words looks further than the limit does. */
#define FITS(r, n) ((r)->next + ((n) > 1 ? (n)-1 : 0) <= (r)->limit[0])

#define EMITTER(n, parameters, a, b, c, store)                                                               \
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
        emit_slowly(e, a, b, c);                                                                             \
    }

EMITTER(0, (CELL), 0, 0, 0, (void)0)
EMITTER(1, (CELL, uint32_t a), a, 0, 0, record[1] = a)
EMITTER(2, (CELL, uint32_t a, uint32_t b), a, b, 0, (record[1] = a, record[2] = b))
EMITTER(3, (CELL, uint32_t a, uint32_t b, uint32_t c), a, b, c, (record[1] = a, record[2] = b, record[3] = c))

/* Called through the type that the number of words says: see TRACE_CALL. */
#define AS_EMITTER(fn) ((void (*)(void))(fn))

void (*const trace_emitters[])(void) = {
    AS_EMITTER(emit_0),    AS_EMITTER(emit_1),    AS_EMITTER(emit_2),    AS_EMITTER(emit_3),
    AS_EMITTER(emit_many), AS_EMITTER(emit_many), AS_EMITTER(emit_many),
};

#if CONFIG_TRACE_STACKS

#define STACK_EMITTER(n, parameters, ...)                                                                    \
    static void emit_stack_##n parameters                                                                    \
    {                                                                                                        \
        const struct words w = {{__VA_ARGS__}};                                                              \
                                                                                                             \
        trace_emit_stack(put_words(e->header, &w, e->words), e->flags &TRACE_EVENT_DEPTH,                    \
                         __builtin_return_address(0));                                                       \
    }

STACK_EMITTER(0, (CELL), 0)
STACK_EMITTER(1, (CELL, uint32_t a), a)
STACK_EMITTER(2, (CELL, uint32_t a, uint32_t b), a, b)
STACK_EMITTER(3, (CELL, uint32_t a, uint32_t b, uint32_t c), a, b, c)
STACK_EMITTER(many, (CELL, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t f, uint32_t g), a, b, c,
              d, f, g)

void (*const trace_stack_emitters[])(void) = {
    AS_EMITTER(emit_stack_0),    AS_EMITTER(emit_stack_1),    AS_EMITTER(emit_stack_2),
    AS_EMITTER(emit_stack_3),    AS_EMITTER(emit_stack_many), AS_EMITTER(emit_stack_many),
    AS_EMITTER(emit_stack_many),
};

#endif

/* ------------------------------------------------------------------ long records */

/* A record that is allocated and not finished. Its part may be given up meanwhile: then it has no number. */
struct unfinished {
    struct trace_ring *ring;
    struct trace_part *part;
    uint32_t number;
    uint32_t *record;
};

static bool allocate(struct unfinished *u, unsigned id, uint32_t bytes)
{
    bool in_isr = hal_in_isr();
    unsigned words = 1 + (bytes + 3) / 4;

    do {
        uint32_t state;
        struct trace_ring *r = ring_enter(&state);

        if (takes(r, words - 1, in_isr)) {
            uint32_t *record = r->next;

            record[0] = WIRE_HEADER_WORD(WIRE_ID_UNFINISHED) | (port_cycles() & WIRE_TIME_MASK);
            record[1] = bytes;
            r->next = record + 1 + words;
            r->pending[r->closed % CONFIG_TRACE_RING_PARTS]++;
            *u = (struct unfinished){r, r->part, r->closed + 1, record};
            ring_leave(r, state);
            return true;
        }
        ring_leave(r, state);
    } while (ring_prepare(id, words));
    return false;
}

static void fill(const struct unfinished *u, const char *data, size_t bytes)
{
    uint32_t *to = u->record + 2;
    uint32_t some[4] = {0};

    for (size_t done = 0; done < bytes; done += sizeof some, to += 4) {
        size_t n = bytes - done < sizeof some ? bytes - done : sizeof some;

        memcpy(some, data + done, n);
        uint32_t state = ring_enter_on(u->ring);

        if (u->part->head.number == u->number) {
            to[0] = some[0];
            if (n > 4) {
                to[1] = some[1];
            }
            if (n > 8) {
                to[2] = some[2];
            }
            if (n > 12) {
                to[3] = some[3];
            }
        }
        ring_leave(u->ring, state);
    }
}

/* @return the header word as recorded, or 0 when the part was given up meanwhile */
static uint32_t finish(const struct unfinished *u, uint32_t header)
{
    struct trace_ring *r = u->ring;
    uint32_t state = ring_enter_on(r);
    bool kept = u->part->head.number == u->number;

    if (kept) {
        uint16_t *pending = &r->pending[u->part - r->parts];

        header |= u->record[0] & WIRE_TIME_MASK;
        u->record[0] = header;
        __atomic_store_n(pending, *pending - 1, __ATOMIC_RELEASE);
    } else {
        ring_lose(r, &r->overwritten, header >> WIRE_TIME_BITS);
        header = 0;
    }
    ring_leave(r, state);
    return header;
}

uint32_t trace_emit_bytes(uint32_t header, const void *data, uint32_t bytes)
{
    struct unfinished u;

    if (!allocate(&u, header >> WIRE_TIME_BITS, bytes)) {
        return 0;
    }
    fill(&u, data, bytes);
    return finish(&u, header);
}

void trace_emit_data(struct trace_event_cell *e, const void *data, size_t bytes)
{
    uint32_t n = bytes < TRACE_DATA_MAX ? (uint32_t)bytes : TRACE_DATA_MAX;
    uint32_t of = trace_emit_bytes(e->header, data, n);

    if (e->flags & TRACE_EVENT_DEPTH) {
        trace_emit_stack(of, e->flags & TRACE_EVENT_DEPTH, __builtin_return_address(0));
    }
}

#endif
