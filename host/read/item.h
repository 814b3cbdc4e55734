/* SPDX-License-Identifier: BSD-2-Clause */
/* What a reader gives: records, losses, names, console text, in the order of time. */
#ifndef READ_ITEM_H
#define READ_ITEM_H

#include <stdint.h>
#include <spoor/wire.h>

enum spoor_kind {
    SPOOR_RECORD,
    SPOOR_GAP,     /**< `count` records were lost on the target, from `time` to `until` */
    SPOOR_CLEARED, /**< the ring was emptied: by all clears so far `count` records went, from `time` to
                      `until` */
    SPOOR_MISSING, /**< `packets` packets with `count` records were lost on the link, from `time` to `until`
                    */
    SPOOR_JOINED,  /**< the first packet of this CPU; `count` records came before it */
    SPOOR_FILTER,  /**< from here on the target records what `filter` lets pass; NULL: that changes, and
                      nothing is sure */
    SPOOR_ENDED,   /**< the records of `cpu` end here, and those of others go on */
    SPOOR_TIMED = SPOOR_ENDED, /**< all up to this one have a time */
    SPOOR_BEGIN,  /**< a recording begins, the `count`-th of the file from 0: see spoor_recording() */
    SPOOR_THREAD, /**< a thread's name came: spoor_thread() of `thread` */
    SPOOR_NAME,   /**< another name came: `packets` is the kind, `thread` the key */
    SPOOR_HEADER, /**< see struct spoor_header */
    SPOOR_LOSSES, /**< counts of `cpu` came: see struct spoor_account */
    SPOOR_TEXT,   /**< console text: `data` */
};

struct spoor_filter;

struct spoor_item {
    uint64_t time;   /**< cycles; of an item without a time: the last time seen */
    uint64_t until;  /**< of a record: its time */
    uint64_t offset; /**< of the packet or sub-buffer that held the item, in the stream or image */
    union {
        const uint8_t *data; /**< of a record of variable length, of text; lives until the next call */
        const struct spoor_filter *filter; /**< lives as long as its recording */
    };
    union {
        uint32_t word[SPOOR_WIRE_WORDS_MAX]; /**< of a record; how many its ID says */
        struct {
            uint32_t count, packets, thread;
        };
    };
    uint32_t bytes; /**< of data */
    uint16_t size;  /**< of a record: bytes that it took in its packet or sub-buffer */
    uint16_t id;    /**< of a record */
    uint8_t cpu;
    uint8_t kind; /**< enum spoor_kind */
};

/** @return a word of an item's data, as those of stacks */
static inline uint32_t spoor_data_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

#endif
