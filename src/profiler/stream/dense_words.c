/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a dense record that weren't predicted: words, and times that may be periodic. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_DENSE

#include "dense_priv.h"

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

SMALL void spoor_dense_put_above(struct trace_bits *o, uint32_t n)
{
    put(o, (UINT32_C(1) << SPOOR_DENSE_UNARY) - 1, SPOOR_DENSE_UNARY);
    put_sized(o, n);
}

SMALL static void put_long(struct trace_unsent *u, uint32_t word)
{
    struct spoor_dense *m = u->model;
    struct trace_bits *o = &u->bits;
    unsigned slot = spoor_dense_slot(word);

    if (m->longs[slot] == word) {
        put(o, 1 | slot << 2, 2 + SPOOR_DENSE_SLOT_BITS);
    } else {
        put(o, 3, 2);
        put_sized(o, spoor_dense_fold(word - m->last_long));
        m->longs[slot] = word;
    }
    m->last_long = word;
}

void spoor_dense_put_word(struct trace_unsent *u, uint8_t *class, uint32_t word)
{
    unsigned k = *class;

    if (word >= SPOOR_WIRE_LONG_WORD) {
        put_long(u, word);
        return;
    }
    *class = (uint8_t)spoor_dense_class_next(k, word);
    put_class(&u->bits, (struct head){0, 1}, word, k);
}

void spoor_dense_put_two(struct trace_unsent *u, unsigned id, const uint32_t *words, uint16_t *known)
{
    struct spoor_dense *m = u->model;
    bool same = words[0] == spoor_dense_byte_word(m, (uint8_t)*known),
         same_other = words[1] == spoor_dense_byte_word(m, (uint8_t)(*known >> 8));

    *known = (uint16_t)(spoor_dense_byte(words[0]) | spoor_dense_byte(words[1]) << 8);
    put(&u->bits, same, 1);
    if (!same) {
        spoor_dense_put_word(u, spoor_dense_class(m, id, 0), words[0]);
    }
    put(&u->bits, same_other, 1);
    if (!same_other) {
        spoor_dense_put_word(u, spoor_dense_class(m, id, 1), words[1]);
    }
}

void spoor_dense_put_many(struct trace_unsent *u, unsigned id, const uint32_t *words, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        spoor_dense_put_word(u, spoor_dense_class(u->model, id, i), words[i]);
    }
}

void spoor_dense_put_period(struct trace_unsent *u, struct spoor_dense_period *p, uint32_t time,
                            uint32_t ticks, unsigned k)
{
    uint32_t off = spoor_dense_fold(time - p->last - p->interval);
    struct head h = {0, 1};

    spoor_dense_period_next(p, time);
    if (off < SPOOR_DENSE_UNARY << SPOOR_DENSE_CLASS_PERIOD) {
        ticks = off;
        k = SPOOR_DENSE_CLASS_PERIOD;
        h.bits = 1;
    }
    put_class(&u->bits, h, ticks, k);
}

#endif
