/* SPDX-License-Identifier: BSD-2-Clause */
/* The bits of a dense packet. */
#ifndef DENSE_PRIV_H
#define DENSE_PRIV_H

#include "records_priv.h"

/*
 * For what is done for each record, in one function. The bits stay in memory: with a copy of them in
 * registers, other variables have none.
 */
#define INLINE static inline __attribute__((always_inline))

/* Have the compiler compute `x` here, once. */
#define COMPUTE(x) __asm__("" : "+r"(x))

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
    uint32_t word = o->bits | bits << o->n;
    unsigned all = o->n + n;

    if (__builtin_expect(all >= 32, 0)) {
        *(uint32_t *)(void *)o->at = word;
        o->at += sizeof word;
        all -= 32;
        word = bits >> (n - all); /* n - all is 1 to 31 */
    }
    o->bits = word;
    o->n = all;
}

/* Bits that are put together with those after them, at most 31 in all. */
struct head {
    uint32_t bits;
    unsigned n;
};

/* Put a head, and a number of class `k`: the part above it as ones and a zero, then `k` bits. */
INLINE void put_class(struct trace_bits *o, struct head h, uint32_t n, unsigned k)
{
    uint32_t above = n >> k;

    if (__builtin_expect(above < SPOOR_DENSE_UNARY, 1)) {
        uint32_t bits = (((n - (above << k)) << 1 | 1) << above) - 1;

        put(o, bits << h.n | h.bits, above + 1 + k + h.n);
    } else {
        put(o, h.bits, h.n);
        spoor_dense_put_above(o, n);
    }
}

#endif
