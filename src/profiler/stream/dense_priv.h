/* SPDX-License-Identifier: BSD-2-Clause */
/* The bits of a dense packet. */
#ifndef DENSE_PRIV_H
#define DENSE_PRIV_H

#include "records_priv.h"

/*
 * A copy of the bits is kept in registers. It has no address: functions that aren't inlined take the bits in
 * `unsent`.
 */
#define INLINE static inline __attribute__((always_inline))

/** Put a number that is far above its class. */
void spoor_dense_put_above(struct trace_bits *o, uint32_t n);

/** Put a word that isn't as predicted. */
void spoor_dense_put_word(struct trace_unsent *u, uint8_t *class, uint32_t word);

/** Put two words that aren't both as predicted: for each a bit that says whether it is, or the word. */
void spoor_dense_put_two(struct trace_unsent *u, unsigned id, const uint32_t *words, uint16_t *known);

/** Put `n` words that can't be predicted. */
void spoor_dense_put_many(struct trace_unsent *u, unsigned id, const uint32_t *words, unsigned n);

/** Put a time that may be periodic: the `ticks` since the last record, of class `k`. */
void spoor_dense_put_period(struct trace_unsent *u, struct spoor_dense_period *p, uint32_t time,
                            uint32_t ticks, unsigned k);

/* Put the lowest `n` bits, 1 to 31 of them; the others must be 0. */
INLINE void put(struct trace_bits *o, uint32_t bits, unsigned n)
{
    unsigned all = o->n + n;

    o->bits |= bits << o->n;
    if (__builtin_expect(all >= 32, 0)) {
        uint8_t *at = o->at;

        at[0] = (uint8_t)o->bits;
        at[1] = (uint8_t)(o->bits >> 8);
        at[2] = (uint8_t)(o->bits >> 16);
        at[3] = (uint8_t)(o->bits >> 24);
        o->at = at + 4;
        all -= 32;
        o->bits = bits >> (n - all); /* n - all is 1 to 31 */
    }
    o->n = all;
}

/* Put a number of class `k`: the part above it as ones and a zero, then `k` bits. */
INLINE void put_class(struct trace_unsent *u, struct trace_bits *o, uint32_t n, unsigned k)
{
    uint32_t above = n >> k;

    if (__builtin_expect(above < SPOOR_DENSE_UNARY, 1)) {
        put(o, (((n - (above << k)) << 1 | 1) << above) - 1, above + 1 + k);
    } else {
        u->bits = *o;
        spoor_dense_put_above(&u->bits, n);
        *o = u->bits;
    }
}

#endif
