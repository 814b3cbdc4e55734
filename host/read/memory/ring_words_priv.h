/* SPDX-License-Identifier: BSD-2-Clause */
/* Records in the format of rings. */
#ifndef READ_MEMORY_RING_WORDS_PRIV_H
#define READ_MEMORY_RING_WORDS_PRIV_H

#include <read/reader.h>

/** Words of a sub-buffer that haven't been decoded yet. */
struct ring_words {
    const uint8_t *at, *end; /**< always whole words */
    uint64_t time;           /**< time of the previous record, or of the sub-buffer */
};

enum ring_record {
    RING_NO_RECORD, /**< the words from here on are invalid */
    RING_TIME,      /**< a time, or unfinished data: there is no item */
    RING_ITEM,
};

static inline size_t ring_words_left(const struct ring_words *w)
{
    return (size_t)(w->end - w->at) / 4;
}

/** Decode one record. At least one word must be left. @param item is set except for CPU and offset */
enum ring_record ring_words_next(struct ring_words *w, const struct spoor_elf *elf, struct spoor_item *item);

#endif
