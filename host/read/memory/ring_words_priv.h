/* SPDX-License-Identifier: BSD-2-Clause */
/* Records as they are in a ring. */
#ifndef READ_MEMORY_RING_WORDS_PRIV_H
#define READ_MEMORY_RING_WORDS_PRIV_H

#include <read/reader.h>

/** Words of a sub-buffer that are not decoded yet. */
struct ring_words {
    const uint8_t *at, *end; /**< whole words */
    uint64_t time;           /**< of the record before, or of the sub-buffer */
};

enum ring_record {
    RING_NO_RECORD, /**< the words make no sense from here on */
    RING_TIME,      /**< a time, or data that was being written: no item */
    RING_ITEM,
};

static inline size_t ring_words_left(const struct ring_words *w)
{
    return (size_t)(w->end - w->at) / 4;
}

/** Decode one record, of which there is a word at least. @param item  without CPU and offset */
enum ring_record ring_words_next(struct ring_words *w, const struct spoor_elf *elf, struct spoor_item *item);

#endif
