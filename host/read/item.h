/* SPDX-License-Identifier: BSD-2-Clause */
/* The items that a reader returns, in order of time: records, losses, names, console text. */
#ifndef READ_ITEM_H
#define READ_ITEM_H

#include <stdint.h>
#include <spoor/wire.h>

enum spoor_kind {
    SPOOR_RECORD,
    SPOOR_GAP,     /**< the target lost `count` records between `time` and `until` */
    SPOOR_CLEARED, /**< the ring was cleared; all clears so far discarded `count` records, between `time`
                    * and `until` */
    SPOOR_MISSING, /**< the link lost `packets` packets with `count` records between `time` and `until` */
    SPOOR_JOINED,  /**< the first packet of this CPU; the target had recorded `count` records before it */
    SPOOR_FILTER,  /**< the target now records what `filter` lets pass; NULL: the filter is changing or
                    * unknown */
    SPOOR_ENDED,   /**< `cpu` has no more records, but other CPUs have */
    SPOOR_TIMED = SPOOR_ENDED, /**< the last kind that has a time */
    SPOOR_BEGIN,  /**< a recording begins, number `count` in the file from 0: see spoor_recording() */
    SPOOR_THREAD, /**< a thread has a new name: spoor_thread() of `thread` */
    SPOOR_NAME,   /**< another object has a new name: `packets` is the kind, `thread` the key */
    SPOOR_HEADER, /**< a header was read: see struct spoor_header */
    SPOOR_LOSSES, /**< the counts of `cpu` were updated: see struct spoor_account */
    SPOOR_TEXT,   /**< console text: `data` */
};

struct spoor_filter;

struct spoor_item {
    uint64_t time;   /**< in cycles; items without a time have the last time seen */
    uint64_t until;  /**< a record's `until` is its `time` */
    uint64_t offset; /**< offset of the packet or sub-buffer that contains the item, in the stream or image */
    union {
        const uint8_t *data; /**< data of a record of variable length, or text; valid until the next call */
        const struct spoor_filter *filter; /**< valid as long as its recording */
    };
    union {
        uint32_t word[SPOOR_WIRE_WORDS_MAX]; /**< words of a record; the ID determines their number */
        struct {
            uint32_t count, packets, thread;
        };
    };
    uint32_t bytes; /**< length of `data` */
    uint16_t size;  /**< bytes that the record takes in its packet or sub-buffer */
    uint16_t id;    /**< ID of a record */
    uint8_t cpu;
    uint8_t kind; /**< enum spoor_kind */
};

/** @return a 32-bit word of an item's data, such as a return address of a stack */
static inline uint32_t spoor_data_word(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

#endif
