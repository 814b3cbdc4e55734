/* SPDX-License-Identifier: BSD-2-Clause */
/* The bits of a dense packet. */
#ifndef DENSE_PRIV_H
#define DENSE_PRIV_H

#include <stddef.h>
#include "records_priv.h"

/* For what is done for each record. Where size counts, the compiler decides. */
#ifdef __OPTIMIZE_SIZE__
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* Have the compiler compute `x` here, once. */
#define COMPUTE(x) __asm__("" : "+r"(x))

/*
 * @return the place of the n-th entries of the model's arrays. They have two bytes each, so that they are at
 * constant distances from the n-th uint16_t of the model, whose address takes one instruction.
 */
INLINE uint16_t *place_of(struct spoor_dense *m, uint32_t n)
{
    uint16_t *place = (uint16_t *)(void *)m + n;

    COMPUTE(place);
    return place;
}

INLINE uint8_t *ids_at(uint16_t *place)
{
    return (uint8_t *)(place + offsetof(struct spoor_dense, ids) / sizeof *place);
}

INLINE uint16_t *times_at(uint16_t *place)
{
    return place + offsetof(struct spoor_dense, times) / sizeof *place;
}

INLINE uint16_t *words_at(uint16_t *place)
{
    return place + offsetof(struct spoor_dense, words) / sizeof *place;
}

/**
 * Put a record of which only the time isn't as predicted.
 *
 * @param ticks  ticks since the last record
 * @param times  place of its time in the model
 * @param n      number of its words
 * @param time   its time in ticks, from which its period is predicted
 */
void spoor_dense_put_time(struct trace_unsent *u, uint32_t ticks, uint16_t *times, unsigned n, uint32_t time);

/** Put a record whose ID isn't as predicted, and whose words are. @param ids  place of its ID */
void spoor_dense_put_id(struct trace_unsent *u, const uint32_t *record, uint32_t ticks, uint16_t *times,
                        uint16_t *ids, unsigned n, uint32_t time);

/** Put a record whose words aren't as predicted. @param known  place of its words */
void spoor_dense_put_words(struct trace_unsent *u, const uint32_t *record, uint32_t ticks, uint16_t *times,
                           uint16_t *ids, uint16_t *known, uint32_t time);

/** Put the ID and time of a record of variable length. */
void spoor_dense_put_data(struct trace_unsent *u, unsigned id, uint32_t ticks, uint16_t *times, uint16_t *ids,
                          uint32_t time);

/* Put the lowest `n` bits, 0 to 31 of them; the others must be 0. */
INLINE void put(struct trace_bits *o, uint32_t bits, unsigned n)
{
    uint32_t unit = o->unit, word = o->bits + bits * unit, next = unit << n;

    if (__builtin_expect(next == 0, 0)) {
        uint8_t *at = o->at;

        *(uint32_t *)(void *)at = word;
        o->at = at += sizeof word;
        if (at > o->safe) {
            o->check_from = NULL;
        }
        word = (uint32_t)((uint64_t)bits * unit >> 32);
        next = unit >> (32 - n);
    }
    o->bits = word;
    o->unit = next;
}

#endif
