/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The model of SPOOR_WIRE_DENSE packets: what a record is predicted to be from the records before it. Sender
 * and reader keep one model for each CPU, and change it in the same way with each record. docs/wire-format.md
 * describes the bits. Like wire.h, this header includes only <stdint.h>.
 */
#ifndef SPOOR_WIRE_DENSE_H
#define SPOOR_WIRE_DENSE_H

#include <spoor/wire.h>

#define SPOOR_DENSE_CONTEXT_BITS 7
#define SPOOR_DENSE_CONTEXTS     (1 << SPOOR_DENSE_CONTEXT_BITS)
#define SPOOR_DENSE_SLOT_BITS    4
#define SPOOR_DENSE_SLOTS        (1 << SPOOR_DENSE_SLOT_BITS)

/** IDs that can be predicted: from SPOOR_WIRE_ID_ENTER on, as many as fit into a byte, in which 0 is none. */
#define SPOOR_DENSE_ID_FIRST (SPOOR_WIRE_ID_ENTER - 1)
#define SPOOR_DENSE_ID_BITS  10

/** Words of a record that can be predicted. */
#define SPOOR_DENSE_WORDS 2

/** An entry of `times`: the last time between two records in the low bits, 0 if it was longer, and a class.
 */
#define SPOOR_DENSE_TIME_BITS 12
#define SPOOR_DENSE_TIME_MASK ((1u << SPOOR_DENSE_TIME_BITS) - 1)

/** Classes: numbers are mostly below 2^class. */
#define SPOOR_DENSE_CLASS_MAX    15
#define SPOOR_DENSE_CLASS_FIRST  5
#define SPOOR_DENSE_CLASS_PERIOD 3 /**< of the deviation from a period */
#define SPOOR_DENSE_PERIODIC     8 /**< times of this class and above may be periodic */

/** Numbers from 2^class times this on are sent with their length. */
#define SPOOR_DENSE_UNARY 8

#define SPOOR_DENSE_DATA_BITS 13 /**< of the length of data */

/** Tokens of words in an entry of `words`. */
#define SPOOR_DENSE_TOKEN_SLOT      0x8000 /**< of one word: the word in a slot; else the word itself */
#define SPOOR_DENSE_TOKEN_BYTE_SLOT 0xF0   /**< of two words, in a byte each: the word in a slot */
#define SPOOR_DENSE_TOKEN_BYTE_MAX  0xEF   /**< … the largest word */

/** A record that may be periodic. */
struct spoor_dense_period {
    uint32_t last;     /**< the time of the last record of this kind */
    uint32_t interval; /**< the time since its predecessor */
};

/** First words that tell contexts apart: below this, and long ones. */
#define SPOOR_DENSE_MARK_MAX 64

struct spoor_dense {
    uint8_t ids[SPOOR_DENSE_CONTEXTS][2]; /**< two IDs that followed a record, the last one first */
    uint16_t times[SPOOR_DENSE_CONTEXTS];
    uint16_t words[SPOOR_DENSE_CONTEXTS];
    struct spoor_dense_period periods[SPOOR_DENSE_SLOTS];
    uint32_t longs[SPOOR_DENSE_SLOTS]; /**< long words, by spoor_dense_slot() */
    uint32_t last_long;
    uint32_t mark, mark_before; /**< the marks of the last two records */
    uint8_t classes[SPOOR_DENSE_SLOTS];
};

/** @return the upper `bits` bits of a hash */
static inline uint32_t spoor_dense_hash(uint32_t n, unsigned bits)
{
    return n * UINT32_C(0x9E3779B1) >> (32 - bits);
}

/** @return the slot of a long word */
static inline unsigned spoor_dense_slot(uint32_t word)
{
    return spoor_dense_hash(word, SPOOR_DENSE_SLOT_BITS);
}

/** @return the mark of a record without words or with data; with words, see spoor_dense_mark() */
static inline uint32_t spoor_dense_mark(unsigned id, uint32_t first_word)
{
    if (first_word < SPOOR_DENSE_MARK_MAX || first_word >= SPOOR_WIRE_LONG_WORD) {
        return id ^ spoor_dense_hash(first_word, SPOOR_DENSE_ID_BITS);
    }
    return id;
}

/** @return the index of the IDs that may come next */
static inline unsigned spoor_dense_next(const struct spoor_dense *m)
{
    return spoor_dense_hash(m->mark, SPOOR_DENSE_CONTEXT_BITS);
}

/** @return a key of the last record and the next one's ID, for spoor_dense_times() and spoor_dense_words() */
static inline uint32_t spoor_dense_key(const struct spoor_dense *m, unsigned id)
{
    return id * UINT32_C(0x85EBCA6B) ^ m->mark << 8;
}

static inline uint16_t *spoor_dense_times(struct spoor_dense *m, uint32_t key)
{
    return &m->times[spoor_dense_hash(key, SPOOR_DENSE_CONTEXT_BITS)];
}

static inline uint16_t *spoor_dense_words(struct spoor_dense *m, uint32_t key)
{
    return &m->words[spoor_dense_hash(key ^ m->mark_before << 18, SPOOR_DENSE_CONTEXT_BITS)];
}

/** Take note of an ID that was not the first candidate. */
static inline void spoor_dense_follow(uint8_t ids[2], unsigned id)
{
    unsigned byte = id - SPOOR_DENSE_ID_FIRST;

    if (byte - 1 < 255u) {
        ids[1] = ids[0];
        ids[0] = (uint8_t)byte;
    }
}

/** @return the token of the only word of a record */
static inline uint16_t spoor_dense_token(uint32_t word)
{
    return (uint16_t)(word < SPOOR_WIRE_LONG_WORD ? word : SPOOR_DENSE_TOKEN_SLOT | spoor_dense_slot(word));
}

/** @return the token of one of two words */
static inline uint8_t spoor_dense_byte(uint32_t word)
{
    if (word >= SPOOR_WIRE_LONG_WORD) {
        return (uint8_t)(SPOOR_DENSE_TOKEN_BYTE_SLOT | spoor_dense_slot(word));
    }
    return (uint8_t)(word < SPOOR_DENSE_TOKEN_BYTE_MAX ? word : SPOOR_DENSE_TOKEN_BYTE_MAX);
}

/** @return the word that a token predicts */
static inline uint32_t spoor_dense_word(const struct spoor_dense *m, uint16_t token)
{
    return token < SPOOR_DENSE_TOKEN_SLOT ? token : m->longs[token % SPOOR_DENSE_SLOTS];
}

static inline uint32_t spoor_dense_byte_word(const struct spoor_dense *m, uint8_t token)
{
    return token < SPOOR_DENSE_TOKEN_BYTE_SLOT ? token : m->longs[token % SPOOR_DENSE_SLOTS];
}

/** @return the class of word `i` of a record */
static inline uint8_t *spoor_dense_class(struct spoor_dense *m, unsigned id, unsigned i)
{
    return &m->classes[(2 * id + i) % SPOOR_DENSE_SLOTS];
}

/** @return the class for the number after `n`, which had the class `k` */
static inline unsigned spoor_dense_class_next(unsigned k, uint32_t n)
{
    uint32_t above = n >> k;

    if (above >= 2) {
        k += above >= 4 ? 2 : 1;
        return k < SPOOR_DENSE_CLASS_MAX ? k : SPOOR_DENSE_CLASS_MAX;
    }
    return k != 0 && n >> (k - 1) == 0 ? k - 1 : k;
}

/** @return the entry of `times` after a time that wasn't the predicted one */
static inline uint16_t spoor_dense_time_next(uint16_t entry, uint32_t ticks)
{
    uint32_t next = spoor_dense_class_next(entry >> SPOOR_DENSE_TIME_BITS, ticks) << SPOOR_DENSE_TIME_BITS;

    return (uint16_t)(ticks <= SPOOR_DENSE_TIME_MASK ? next | ticks : next);
}

static inline struct spoor_dense_period *spoor_dense_period(struct spoor_dense *m, uint32_t mark)
{
    return &m->periods[spoor_dense_hash(mark, SPOOR_DENSE_SLOT_BITS)];
}

/** Take note of the time of a record that may be periodic. */
static inline void spoor_dense_period_next(struct spoor_dense_period *p, uint32_t time)
{
    p->interval = time - p->last;
    p->last = time;
}

/** Take note of a record. */
static inline void spoor_dense_end(struct spoor_dense *m, uint32_t mark)
{
    m->mark_before = m->mark;
    m->mark = mark;
}

/** @return a difference as a number with its sign in the lowest bit: 0, -1, 1, -2 are 0, 1, 2, 3 */
static inline uint32_t spoor_dense_fold(uint32_t step)
{
    return step << 1 ^ -(step >> 31);
}

static inline uint32_t spoor_dense_unfold(uint32_t n)
{
    return n >> 1 ^ -(n & 1);
}

/** Forget all records. */
static inline void spoor_dense_reset(struct spoor_dense *m)
{
    __builtin_memset(m, 0, sizeof *m);
    for (unsigned i = 0; i < SPOOR_DENSE_CONTEXTS; i++) {
        m->times[i] = SPOOR_DENSE_CLASS_FIRST << SPOOR_DENSE_TIME_BITS;
    }
    for (unsigned i = 0; i < SPOOR_DENSE_SLOTS; i++) {
        m->classes[i] = SPOOR_DENSE_CLASS_FIRST;
    }
}

#endif
