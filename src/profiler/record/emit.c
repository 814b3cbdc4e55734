/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writing records. The fast path masks interrupts, checks for room, fills the record, commits it by advancing
 * `next`, and unmasks: about 20 instructions for one word. An architecture may replace it by restartable
 * sequences (spoor/port/restart.h). If there is no room or the ring is paused, spoor_ring_prepare() handles
 * the cause. Records of more than three words always take the slow path.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/port/restart.h>
#include "ring_priv.h"

static __attribute__((noinline)) uint32_t put_words_careful(uint32_t header,
                                                            const struct spoor_ring_words *words, unsigned n)
{
    bool in_isr = spoor_in_isr();

    do {
        uint32_t state, low;
        struct trace_ring *r = spoor_ring_enter(&state);
        uint32_t *record = spoor_ring_place_careful(r, SPOOR_WIRE_WORDS_MAX - 1, in_isr, &low);

        if (record != NULL) {
            record[0] = header | low;
            *(struct spoor_ring_words *)(record + 1) = *words;
            r->next = record + 1 + n;
            spoor_ring_leave(r, state);
            return header | low;
        }
        spoor_ring_leave(r, state);
    } while (spoor_ring_prepare(header >> SPOOR_WIRE_TIME_BITS, SPOOR_WIRE_WORDS_MAX));
    return 0;
}

uint32_t spoor_ring_put_words(uint32_t header, const struct spoor_ring_words *words, unsigned n)
{
    bool in_isr = spoor_in_isr();

    if (spoor_ring_is_careful()) {
        return put_words_careful(header, words, n);
    }
    do {
        uint32_t state;
        struct trace_ring *r = spoor_ring_enter(&state);

        if (spoor_ring_takes(r, SPOOR_WIRE_WORDS_MAX - 1, in_isr)) {
            uint32_t *record = r->next;

            header |= spoor_port_cycles() & SPOOR_WIRE_TIME_MASK;
            record[0] = header;
            *(struct spoor_ring_words *)(record + 1) =
                *words; /* copies all; later records overwrite the rest */
            r->next = record + 1 + n;
            spoor_ring_leave(r, state);
            return header;
        }
        spoor_ring_leave(r, state);
    } while (spoor_ring_prepare(header >> SPOOR_WIRE_TIME_BITS, SPOOR_WIRE_WORDS_MAX));
    return 0;
}

void trace_emit_words(uint32_t header, const uint32_t *words, unsigned n)
{
    struct spoor_ring_words w = {{0}};

    for (unsigned i = 0; i < n; i++) {
        w.word[i] = words[i];
    }
    (void)spoor_ring_put_words(header, &w, n);
}

/* ------------------------------------------------------------------ emitters by number of words */

#define EVENT struct trace_event *e

#if SPOOR_RESTARTABLE_EVENTS

_Static_assert(offsetof(struct trace_event, header) == SPOOR_EVENT_HEADER &&
                   offsetof(struct trace_ring, next) == SPOOR_RING_NEXT &&
                   offsetof(struct trace_ring, limit) == SPOOR_RING_LIMIT && SPOOR_WIRE_TIME_BITS == 22,
               "the emitters in assembly rely on these");

#if CONFIG_TRACE_ENCODED || CONFIG_TRACE_RING_MODES
#define words_of_event trace_words_of
#else
static unsigned words_of_event(unsigned id)
{
    return trace_events[id - SPOOR_WIRE_ID_FIRST].words;
}
#endif

/* Called from assembly, which the compiler doesn't see with -flto. */
__attribute__((used)) void spoor_emit_slow(uint32_t header, uint32_t a, uint32_t b, uint32_t c)
{
    const struct spoor_ring_words w = {{a, b, c}};
    unsigned id = header >> SPOOR_WIRE_TIME_BITS;

    (void)spoor_ring_put_words(SPOOR_WIRE_HEADER_WORD(id), &w, words_of_event(id));
}

#else

/* Not inlined, because the fast path would have to save registers for it. */
static __attribute__((noipa)) void emit_slow(EVENT, uint32_t a, uint32_t b, uint32_t c)
{
    const struct spoor_ring_words w = {{a, b, c}};

    (void)spoor_ring_put_words(e->header, &w, e->words);
}

/* A record longer than two words needs more room than the limit guarantees. */
#define FITS(r, n) ((r)->next + ((n) > 1 ? (n)-1 : 0) <= (r)->limit[0])

#define EMITTER(n, parameters, a, b, c, store)                                                               \
    static void emit_##n parameters                                                                          \
    {                                                                                                        \
        uint32_t state;                                                                                      \
        struct trace_ring *r = spoor_ring_enter(&state);                                                     \
        uint32_t *record = r->next;                                                                          \
                                                                                                             \
        if (__builtin_expect(FITS(r, n), 1)) {                                                               \
            store;                                                                                           \
            record[0] = (spoor_port_cycles() & SPOOR_WIRE_TIME_MASK) | e->header;                            \
            r->next = record + 1 + (n);                                                                      \
            spoor_ring_leave(r, state);                                                                      \
            return;                                                                                          \
        }                                                                                                    \
        spoor_ring_leave(r, state);                                                                          \
        emit_slow(e, a, b, c);                                                                               \
    }

EMITTER(0, (EVENT), 0, 0, 0, (void)0)
EMITTER(1, (EVENT, uint32_t a), a, 0, 0, record[1] = a)
EMITTER(2, (EVENT, uint32_t a, uint32_t b), a, b, 0, (record[1] = a, record[2] = b))
EMITTER(3, (EVENT, uint32_t a, uint32_t b, uint32_t c), a, b, c,
        (record[1] = a, record[2] = b, record[3] = c))

#define spoor_emit_0 emit_0
#define spoor_emit_1 emit_1
#define spoor_emit_2 emit_2
#define spoor_emit_3 emit_3

#endif

static void emit_many(EVENT, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t f, uint32_t g)
{
    const struct spoor_ring_words w = {{a, b, c, d, f, g}};

    (void)spoor_ring_put_words(e->header, &w, e->words);
}

const union trace_emitter trace_emitters[SPOOR_WIRE_WORDS_MAX + 1] = {
    {.words_0 = spoor_emit_0}, {.words_1 = spoor_emit_1}, {.words_2 = spoor_emit_2},
    {.words_3 = spoor_emit_3}, {.words_6 = emit_many},    {.words_6 = emit_many},
    {.words_6 = emit_many},
};

#endif
