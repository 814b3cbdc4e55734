/* SPDX-License-Identifier: BSD-2-Clause */
/* The records of EVENTS packets: section 3 of docs/wire-format.md. */
#include <string.h>
#include "events_priv.h"

/* Table of the long words in this packet; 0: unused slot. */
struct longs {
    uint32_t last;
    uint32_t word[SPOOR_WIRE_LONG_SLOTS];
};

/* Decode a word whose first byte is 80h or more: a slot of the table, or a number of several bytes. */
static uint32_t long_word(struct cursor *c, struct longs *longs)
{
    if (!c->bad && c->end - c->at >= 2 && c->at[1] == 0) {
        unsigned slot = c->at[0] & 0x7f;
        uint32_t word = slot < SPOOR_WIRE_LONG_SLOTS ? longs->word[slot] : 0;

        c->at += 2;
        c->bad = word == 0;
        longs->last = word;
        return word;
    }
    uint64_t number = cursor_u64(c);

    if (number < SPOOR_WIRE_LONG_WORD) {
        return (uint32_t)number;
    }
    number -= SPOOR_WIRE_LONG_WORD;
    uint32_t step = (uint32_t)(number >> 1) ^ -(uint32_t)(number & 1);
    uint32_t word = longs->last + step;

    c->bad |= number > UINT32_MAX || word < SPOOR_WIRE_LONG_WORD;
    longs->word[spoor_wire_long_slot(word)] = longs->last = word;
    return word;
}

static inline uint32_t next_word(struct cursor *c, struct longs *longs)
{
    return c->at < c->end && *c->at < 0x80 ? *c->at++ : long_word(c, longs);
}

/* Decode one record at `c`. @return false if it is invalid */
static inline bool next_record(const struct spoor_elf *elf, struct cursor *c, struct longs *longs,
                               uint64_t *time, struct spoor_item *item)
{
    const uint8_t *begin = c->at;
    uint64_t number = cursor_u64(c);
    uint64_t delta = number >> SPOOR_WIRE_CODE_BITS;
    unsigned code = number & SPOOR_WIRE_CODE_OTHER;
    unsigned id = code == SPOOR_WIRE_CODE_OTHER ? cursor_u32(c) : SPOOR_WIRE_ID_ENTER + code;
    const struct spoor_id *meaning = spoor_id(elf, id);

    if (c->bad || meaning->class == SPOOR_NONE || meaning->class == SPOOR_TIME) {
        return false;
    }
    *time += delta;
    item->id = (uint16_t)id;
    item->time = item->until = *time;
    item->data = NULL;
    item->bytes = 0;
    if (meaning->words == SPOOR_WIRE_WORDS_DATA) {
        item->bytes = cursor_u32(c);
        size_t left = (size_t)(c->end - c->at);

        item->data =
            cursor_bytes(c, item->bytes <= SPOOR_WIRE_DATA_MAX && item->bytes > left ? left : item->bytes);
    } else {
        for (unsigned i = 0; i < meaning->words; i++) {
            item->word[i] = next_word(c, longs);
        }
    }
    item->size = (uint16_t)(c->at - begin);
    return !c->bad && *time >= delta;
}

bool records_decode(const struct spoor_elf *elf, uint64_t offset, unsigned shift, struct cursor *c,
                    struct packet *p)
{
    struct spoor_item *item = p->block->items;
    struct longs longs;
    uint64_t time = p->time;

    memset(&longs, 0, sizeof longs);
    while (cursor_more(c)) {
        item->kind = SPOOR_RECORD;
        item->cpu = (uint8_t)p->cpu;
        item->offset = offset;
        if (!next_record(elf, c, &longs, &time, item)) {
            return false;
        }
        item->time <<= shift;
        item->until = item->time;
        p->split = item->data != NULL && item->data + item->bytes > c->at;
        item += !p->split;
    }
    p->records = (unsigned)(item - p->block->items);
    p->end_time = time << shift;
    return (p->records > 0 || p->split) && time <= UINT64_MAX >> shift;
}
