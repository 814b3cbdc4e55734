/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a dense record that weren't predicted: its ID, words and time. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_DENSE

#include <spoor/core/ids.h>
#include <spoor/event.h>
#include "dense_priv.h"

/* For what is rare enough to be called. */
#define APART __attribute__((noinline))

/* Bits that are put together with those after them, at most 31 in all. */
struct head {
    uint32_t bits;
    unsigned n;
};

/* ------------------------------------------------------------------ numbers */

/* Put a number, after its length. */
SMALL static void put_sized(struct trace_bits *o, uint32_t n)
{
    unsigned bits = 32 - (unsigned)__builtin_clz(n | 1);

    put(o, bits - 1, 5);
    if (bits > 16) {
        put(o, n & 0xFFFF, 16);
        n >>= 16;
        bits -= 16;
    }
    put(o, n, bits);
}

/* Put a head of at most 16 bits, and a number that is far above its class. */
APART static void put_above(struct trace_bits *o, uint32_t head, unsigned head_bits, uint32_t n)
{
    put(o, head | ((UINT32_C(1) << SPOOR_DENSE_UNARY) - 1) << head_bits, head_bits + SPOOR_DENSE_UNARY);
    put_sized(o, n);
}

/* A number of class `k`. */
struct classed {
    uint32_t n;
    unsigned k;
    uint32_t above; /* n >> k: the part above the class */
    uint32_t odd;   /* 2 * n + 1; used only if n is below 2^31 */
};

INLINE struct classed classed(uint32_t n, unsigned k)
{
    return (struct classed){n, k, n >> k, n << 1 | 1};
}

/* @return whether the number isn't far above its class */
INLINE bool is_near(struct classed c)
{
    return __builtin_expect(c.above < SPOOR_DENSE_UNARY, 1);
}

/* Put a head of at most 8 bits, and a near number: the part above as ones and a zero, then `k` bits. */
INLINE void put_near(struct trace_bits *o, struct head h, struct classed c)
{
    uint32_t bits = ((c.odd - (c.above << (c.k + 1))) << c.above) - 1;

    put(o, bits << h.n | h.bits, c.k + 1 + c.above + h.n);
}

/* @return the class after a number below 2^31, as spoor_dense_class_next() */
INLINE unsigned next_class(struct classed c)
{
    if (__builtin_expect(c.above >= 2, 0)) {
        unsigned k = c.k + (c.above >= 4 ? 2 : 1);

        return k < SPOOR_DENSE_CLASS_MAX ? k : SPOOR_DENSE_CLASS_MAX;
    }
    return c.k - (((c.odd >> c.k) - 1) >> 31); /* 1 less if n is below half of 2^k */
}

/* Put a head of at most 8 bits, and a number. */
INLINE void put_class(struct trace_bits *o, struct head h, struct classed c)
{
    if (is_near(c)) {
        put_near(o, h, c);
    } else {
        put_above(o, h.bits, h.n, c.n);
    }
}

/* ------------------------------------------------------------------ fields */

/*
 * Put a head of at most 5 bits, and a time that isn't as predicted.
 *
 * @return false if the time is far above its class, or may be periodic: nothing was done
 */
INLINE bool put_usual_time(struct trace_bits *o, struct head h, uint16_t *times, uint32_t ticks)
{
    struct classed c = classed(ticks, *times_at(times) >> SPOOR_DENSE_TIME_BITS);

    if (c.k >= SPOOR_DENSE_PERIODIC || !is_near(c)) {
        return false;
    }
    *times_at(times) = (uint16_t)(next_class(c) << SPOOR_DENSE_TIME_BITS | ticks);
    put_near(o, h, c);
    return true;
}

/* Put a head of at most 5 bits, and any time that isn't as predicted. */
APART static void put_rare_time(struct trace_unsent *u, uint32_t head, unsigned head_bits, uint16_t *times,
                                uint32_t time, uint32_t ticks)
{
    struct head h = {head, head_bits};
    struct classed c = classed(ticks, *times_at(times) >> SPOOR_DENSE_TIME_BITS);

    *times_at(times) = spoor_dense_time_next(*times_at(times), ticks);
    if (c.k >= SPOOR_DENSE_PERIODIC) {
        struct spoor_dense_period *p = spoor_dense_period(u->model, u->model->mark);
        uint32_t off = spoor_dense_fold(time - p->last - p->interval);

        spoor_dense_period_next(p, time);
        if (off < SPOOR_DENSE_UNARY << SPOOR_DENSE_CLASS_PERIOD) {
            h.bits |= UINT32_C(1) << h.n;
            c = classed(off, SPOOR_DENSE_CLASS_PERIOD);
        }
        h.n++;
    }
    put_class(&u->bits, h, c);
}

/* Put a head of at most 4 bits, a bit that says whether the time is as predicted, and otherwise the time. */
INLINE void put_flagged_time(struct trace_unsent *u, struct head h, uint16_t *times, uint32_t time,
                             uint32_t ticks)
{
    bool same = ticks == (*times_at(times) & SPOOR_DENSE_TIME_MASK);

    h.bits |= (uint32_t)same << h.n++;
    if (same) {
        put(&u->bits, h.bits, h.n);
    } else if (!put_usual_time(&u->bits, h, times, ticks)) {
        put_rare_time(u, h.bits, h.n, times, time, ticks);
    }
}

/* Put a zero, and an ID that isn't the first candidate. @return those of these bits that weren't put yet */
INLINE struct head other_id(struct trace_bits *o, uint8_t ids[2], unsigned id)
{
    bool second = ids[1] == id - SPOOR_DENSE_ID_FIRST;

    spoor_dense_follow(ids, id);
    if (second) {
        return (struct head){4, 3};
    }
    put(o, id << 3, 3 + SPOOR_DENSE_ID_BITS);
    return (struct head){0, 0};
}

/* Put a head of at most 7 bits, and a word from SPOOR_WIRE_LONG_WORD on. */
SMALL static void put_long(struct trace_bits *o, struct spoor_dense *m, uint32_t head, unsigned head_bits,
                           uint32_t word)
{
    unsigned slot = spoor_dense_slot(word);

    if (m->longs[slot] == word) {
        put(o, head | (1 | slot << 2) << head_bits, head_bits + 2 + SPOOR_DENSE_SLOT_BITS);
    } else {
        put(o, head | UINT32_C(3) << head_bits, head_bits + 2);
        put_sized(o, spoor_dense_fold(word - m->last_long));
        m->longs[slot] = word;
    }
    m->last_long = word;
}

/* Put a head of at most 7 bits, and a word below SPOOR_WIRE_LONG_WORD that isn't as predicted. */
INLINE void put_short(struct trace_bits *o, struct head h, uint8_t *class, uint32_t word)
{
    struct classed c = classed(word, *class);

    *class = (uint8_t)next_class(c);
    h.n++;
    put_class(o, h, c);
}

/* Put a head of at most 7 bits, and any word that isn't as predicted. */
APART static void put_word(struct trace_bits *o, struct spoor_dense *m, uint32_t head, unsigned head_bits,
                           uint8_t *class, uint32_t word)
{
    if (word < SPOOR_WIRE_LONG_WORD) {
        put_short(o, (struct head){head, head_bits}, class, word);
    } else {
        put_long(o, m, head, head_bits, word);
    }
}

/* Put two words that aren't both as predicted: for each a bit that says whether it is, or the word. */
APART static void put_two(struct trace_bits *o, struct spoor_dense *m, const uint32_t *record,
                          uint16_t *known)
{
    unsigned id = *record >> SPOOR_WIRE_TIME_BITS;
    uint32_t first = record[1], second = record[2];
    struct head h = {first == spoor_dense_byte_word(m, (uint8_t)*known), 1};
    bool same = second == spoor_dense_byte_word(m, (uint8_t)(*known >> 8));

    *known = (uint16_t)(spoor_dense_byte(first) | spoor_dense_byte(second) << 8);
    if (h.bits == 0) {
        put_word(o, m, h.bits, h.n, spoor_dense_class(m, id, 0), first);
        h.n = 0;
    }
    h.bits |= (uint32_t)same << h.n++;
    if (same) {
        put(o, h.bits, h.n);
    } else {
        put_word(o, m, h.bits, h.n, spoor_dense_class(m, id, 1), second);
    }
}

/* Put the words of a record of three or more, which can't be predicted. */
SMALL static void put_many(struct trace_bits *o, struct spoor_dense *m, const uint32_t *record)
{
    unsigned id = *record >> SPOOR_WIRE_TIME_BITS;

    for (unsigned i = 0; i < trace_words[id]; i++) {
        put_word(o, m, 0, 0, spoor_dense_class(m, id, i), record[1 + i]);
    }
}

/* ------------------------------------------------------------------ records */

void spoor_dense_put_time(struct trace_unsent *u, uint32_t ticks, uint16_t *times, unsigned n, uint32_t time)
{
    struct head h = n != 0 ? (struct head){6, 3} : (struct head){2, 2};

    if (!put_usual_time(&u->bits, h, times, ticks)) {
        put_rare_time(u, h.bits, h.n, times, time, ticks);
    }
}

void spoor_dense_put_id(struct trace_unsent *u, const uint32_t *record, uint32_t ticks, uint16_t *times,
                        uint16_t *ids, unsigned n, uint32_t time)
{
    struct head h = other_id(&u->bits, ids_at(ids), *record >> SPOOR_WIRE_TIME_BITS);

    if (n != 0) {
        h.bits |= UINT32_C(1) << h.n++;
    }
    put_flagged_time(u, h, times, time, ticks);
}

void spoor_dense_put_words(struct trace_unsent *u, const uint32_t *record, uint32_t ticks, uint16_t *times,
                           uint16_t *ids, uint16_t *known, uint32_t time)
{
    struct trace_bits *o = &u->bits;
    struct spoor_dense *m = u->model;
    unsigned id = *record >> SPOOR_WIRE_TIME_BITS, n = trace_words[id];
    struct head h = {2, 2};

    if (*ids_at(ids) != id - SPOOR_DENSE_ID_FIRST) {
        h = other_id(o, ids_at(ids), id);
    }
    if (n == 1) {
        uint32_t word = record[1];

        h.n++;
        *words_at(known) = spoor_dense_token(word);
        if (word < SPOOR_WIRE_LONG_WORD) {
            put_short(o, h, spoor_dense_class(m, id, 0), word);
        } else {
            put_long(o, m, h.bits, h.n, word);
        }
    } else {
        put(o, h.bits, h.n + (n <= SPOOR_DENSE_WORDS));
        if (n == 2) {
            put_two(o, m, record, words_at(known));
        } else {
            put_many(o, m, record);
        }
    }
    put_flagged_time(u, (struct head){0, 0}, times, time, ticks);
}

SMALL void spoor_dense_put_data(struct trace_unsent *u, unsigned id, uint32_t ticks, uint16_t *times,
                                uint16_t *ids, uint32_t time)
{
    bool same = ticks == (*times_at(times) & SPOOR_DENSE_TIME_MASK);
    struct head h = {2, 2};

    if (*ids_at(ids) != id - SPOOR_DENSE_ID_FIRST) {
        h = other_id(&u->bits, ids_at(ids), id);
    }
    h.bits |= (uint32_t)same << h.n++;
    if (same) {
        put(&u->bits, h.bits, h.n);
    } else {
        put_rare_time(u, h.bits, h.n, times, time, ticks);
    }
}

#endif
