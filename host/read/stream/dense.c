/* SPDX-License-Identifier: BSD-2-Clause */
/* DENSE packets: section 3 of docs/wire-format.md. The model is in spoor/wire_dense.h. */
#include <string.h>
#include "dense_priv.h"

/* ------------------------------------------------------------------ bits */

/* A position in the bits. If a read fails, `bad` is set, and all later reads return 0. */
struct bits {
    const uint8_t *at, *end;
    uint64_t ahead; /* bits before `at` that weren't read yet, lowest first */
    unsigned n;     /* number of these bits: below 8 after a read */
    bool bad;
};

/* @return the next `n` bits, at most 32 */
static uint32_t take(struct bits *b, unsigned n)
{
    while (b->n < n && b->at < b->end) {
        b->ahead |= (uint64_t)*b->at++ << b->n;
        b->n += 8;
    }
    if (b->n < n || b->bad) {
        b->bad = true;
        return 0;
    }
    uint32_t bits = (uint32_t)(b->ahead & ((UINT64_C(1) << n) - 1));

    b->ahead >>= n;
    b->n -= n;
    return bits;
}

/* @return whether a record follows: the last byte is filled up with zeros, which are no record */
static bool more(struct bits *b)
{
    return b->at < b->end || b->ahead != 0;
}

/* Skip the zeros up to a whole byte. @return the next byte */
static const uint8_t *align(struct bits *b)
{
    if (take(b, b->n) != 0) {
        b->bad = true;
    }
    return b->at;
}

static uint32_t take_sized(struct bits *b)
{
    return take(b, take(b, 5) + 1);
}

static uint32_t take_class(struct bits *b, unsigned k)
{
    uint32_t above = 0;

    while (above < SPOOR_DENSE_UNARY && take(b, 1) != 0) {
        above++;
    }
    return above < SPOOR_DENSE_UNARY ? above << k | take(b, k) : take_sized(b);
}

/* ------------------------------------------------------------------ words */

static uint32_t take_long(struct bits *b, struct spoor_dense *m)
{
    uint32_t word;

    if (take(b, 1) == 0) {
        word = m->longs[take(b, SPOOR_DENSE_SLOT_BITS)];
    } else {
        word = m->last_long + spoor_dense_unfold(take_sized(b));
    }
    b->bad |= word < SPOOR_WIRE_LONG_WORD; /* also an empty slot */
    m->longs[spoor_dense_slot(word)] = m->last_long = word;
    return word;
}

static uint32_t take_word(struct bits *b, struct spoor_dense *m, unsigned id, unsigned i)
{
    if (take(b, 1) != 0) {
        return take_long(b, m);
    }
    uint8_t *class = spoor_dense_class(m, id, i);
    uint32_t word = take_class(b, *class);

    b->bad |= word >= SPOOR_WIRE_LONG_WORD;
    *class = (uint8_t)spoor_dense_class_next(*class, word);
    return word;
}

/* Predict one word or two. */
static void predict(const struct spoor_dense *m, uint16_t known, unsigned n, uint32_t *words)
{
    if (n == 1) {
        words[0] = spoor_dense_word(m, known);
    } else {
        words[0] = spoor_dense_byte_word(m, (uint8_t)known);
        words[1] = spoor_dense_byte_word(m, (uint8_t)(known >> 8));
    }
}

/* Decode the `n` words of a record. @return whether they are as predicted */
static bool take_words(struct bits *b, struct spoor_dense *m, unsigned id, unsigned n, bool hit,
                       uint32_t *words)
{
    uint16_t *known = spoor_dense_words(m, spoor_dense_key(m, id));

    if (n == 0) {
        return true;
    }
    if (n <= SPOOR_DENSE_WORDS) {
        predict(m, *known, n, words);
        if (hit || take(b, 1) != 0) {
            return true;
        }
    }
    b->bad |= hit;
    for (unsigned i = 0; i < n; i++) {
        if (n != 2 || take(b, 1) == 0) {
            words[i] = take_word(b, m, id, i);
        }
    }
    if (n == 1) {
        *known = spoor_dense_token(words[0]);
    } else if (n == 2) {
        *known = (uint16_t)(spoor_dense_byte(words[0]) | spoor_dense_byte(words[1]) << 8);
    }
    return false;
}

/* ------------------------------------------------------------------ a record */

static unsigned take_id(struct bits *b, uint8_t ids[2], bool hit, bool *first)
{
    unsigned id;

    *first = hit || take(b, 1) != 0;
    if (*first) {
        return SPOOR_DENSE_ID_FIRST + (unsigned)ids[0];
    }
    id = take(b, 1) != 0 ? SPOOR_DENSE_ID_FIRST + (unsigned)ids[1] : take(b, SPOOR_DENSE_ID_BITS);
    spoor_dense_follow(ids, id);
    return id;
}

/* @param other  it isn't the predicted time. @return the ticks since the last record, at `time` */
static uint32_t take_time(struct bits *b, struct spoor_dense *m, uint16_t *entry, bool other, uint32_t mark,
                          uint32_t time)
{
    unsigned k = *entry >> SPOOR_DENSE_TIME_BITS;
    uint32_t ticks = *entry & SPOOR_DENSE_TIME_MASK;

    if (!other && take(b, 1) != 0) {
        return ticks;
    }
    struct spoor_dense_period *p = spoor_dense_period(m, mark);

    if (k >= SPOOR_DENSE_PERIODIC && take(b, 1) != 0) {
        uint32_t off = take_class(b, SPOOR_DENSE_CLASS_PERIOD);

        ticks = p->last + p->interval + spoor_dense_unfold(off) - time;
        b->bad |= off >= SPOOR_DENSE_UNARY << SPOOR_DENSE_CLASS_PERIOD;
    } else {
        ticks = take_class(b, k);
    }
    if (k >= SPOOR_DENSE_PERIODIC) {
        spoor_dense_period_next(p, time + ticks);
    }
    *entry = spoor_dense_time_next(*entry, ticks);
    return ticks;
}

static void take_data(struct bits *b, struct spoor_item *item)
{
    item->bytes = take(b, SPOOR_DENSE_DATA_BITS);
    item->data = align(b);
    size_t left = (size_t)(b->end - b->at);

    b->bad |= item->bytes > SPOOR_WIRE_DATA_MAX;
    b->at += item->bytes < left ? item->bytes : left;
}

static void take_record(struct bits *b, struct spoor_dense *m, const struct spoor_elf *elf, uint64_t *time,
                        struct spoor_item *item)
{
    bool hit = take(b, 1) != 0, first;
    unsigned id = take_id(b, m->ids[spoor_dense_next(m)], hit, &first);
    const struct spoor_id *meaning = spoor_id(elf, id);
    uint16_t *entry = spoor_dense_times(m, spoor_dense_key(m, id));
    bool data = meaning->words == SPOOR_WIRE_WORDS_DATA;

    if (b->bad || meaning->class == SPOOR_NONE || meaning->class == SPOOR_TIME) {
        b->bad = true;
        return;
    }
    bool same = !data && take_words(b, m, id, meaning->words, hit, item->word);
    uint32_t mark = data || meaning->words == 0 ? id : spoor_dense_mark(id, item->word[0]);

    b->bad |= hit && !same;
    *time +=
        hit ? *entry & SPOOR_DENSE_TIME_MASK : take_time(b, m, entry, first && same, mark, (uint32_t)*time);
    if (data) {
        take_data(b, item);
    }
    spoor_dense_end(m, mark);
    item->id = (uint16_t)id;
    item->time = *time;
}

int dense_decode(struct spoor_dense *m, const struct spoor_elf *elf, const uint8_t *at, const uint8_t *end,
                 uint64_t time, struct spoor_item *items)
{
    struct bits b = {.at = at, .end = end};
    size_t used = 0; /* whole bytes of the records so far */
    int n = 0;

    while (more(&b)) {
        struct spoor_item *item = &items[n++];

        *item = (struct spoor_item){.kind = SPOOR_RECORD};
        take_record(&b, m, elf, &time, item);
        if (b.bad || item->time < items[0].time) {
            return -1;
        }
        size_t now = (size_t)(b.at - at);

        item->size = (uint16_t)(now - used);
        used = now;
    }
    return n;
}
