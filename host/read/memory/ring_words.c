/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes records in the format of rings: section 6 of docs/wire-format.md. They come from a memory image or
 * from raw sub-buffers on the link. */
#include <elf/opened.h>
#include "ring_words_priv.h"

/* @return the number of words after the header of a record, or -1 if it is invalid; `*bytes` is set for
 * data */
static int length_of(const struct ring_words *w, const struct spoor_id *id, uint32_t *bytes)
{
    size_t left = ring_words_left(w);

    if (id->words != SPOOR_WIRE_WORDS_DATA) {
        return id->class != SPOOR_NONE && id->words < left ? id->words : -1;
    }
    *bytes = left > 1 ? elf_word(w->at + 4) : UINT32_MAX;
    if (*bytes > 4 * left) {
        return -1;
    }
    return 1 + (*bytes + 3) / 4 < left ? (int)(1 + (*bytes + 3) / 4) : -1;
}

static void fill(struct spoor_item *item, const struct ring_words *w, const struct spoor_id *id,
                 uint32_t bytes)
{
    if (id->words == SPOOR_WIRE_WORDS_DATA) {
        item->data = w->at + 8;
        item->bytes = bytes;
        return;
    }
    for (unsigned i = 0; i < id->words; i++) {
        item->word[i] = elf_word(w->at + 4 * (1 + i));
    }
}

enum ring_record ring_words_next(struct ring_words *w, const struct spoor_elf *elf, struct spoor_item *item)
{
    static const struct spoor_id unfinished = {.class = SPOOR_TIME, .words = SPOOR_WIRE_WORDS_DATA};
    uint32_t header = elf_word(w->at), bytes = 0;
    unsigned number = header >> SPOOR_WIRE_TIME_BITS;
    const struct spoor_id *id = number == SPOOR_WIRE_ID_UNFINISHED ? &unfinished : spoor_id(elf, number);
    int words = length_of(w, id, &bytes);

    if (words < 0) {
        return RING_NO_RECORD;
    }
    if (number == SPOOR_WIRE_ID_TIME) {
        uint64_t now = elf_word(w->at + 4) | (uint64_t)elf_word(w->at + 8) << 32;

        if (now < w->time || ((now ^ header) & SPOOR_WIRE_TIME_MASK) != 0) {
            return RING_NO_RECORD;
        }
        w->time = now;
    } else { /* the lowest time with these low bits that isn't before the last time */
        w->time += (header - (uint32_t)w->time) & SPOOR_WIRE_TIME_MASK;
    }
    *item = (struct spoor_item){.kind = SPOOR_RECORD,
                                .id = (uint16_t)number,
                                .time = w->time,
                                .until = w->time,
                                .size = (uint16_t)(4 * (1 + words))};
    fill(item, w, id, bytes);
    w->at += 4 * (1 + (size_t)words);
    return id->class == SPOOR_TIME ? RING_TIME : RING_ITEM;
}
