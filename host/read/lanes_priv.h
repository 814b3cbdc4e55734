/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All CPUs on one axis of time. Each CPU's items wait in a lane, in their order; items without a CPU have a
 * lane of their own. An item goes out when no CPU can have an earlier one any more: each has a later item in
 * its lane, or told that all before that time was sent.
 */
#ifndef READ_LANES_PRIV_H
#define READ_LANES_PRIV_H

#include <read/reader.h>

#define LANES_COMMON SPOOR_CPUS_MAX /**< the lane of items without a CPU */
#define LANES        (SPOOR_CPUS_MAX + 1)

/** Items of one packet, and the bytes that they refer to. */
struct block {
    struct block *next;
    unsigned count, at, room;
    uint8_t *bytes; /**< after the items */
    struct spoor_item items[];
};

struct lane {
    struct block *first, *last;
    uint64_t until; /**< all items from before this time are here */
    uint64_t key;   /**< of the first item; a lane never goes back */
};

struct lanes {
    const struct spoor_elf *elf;
    struct lane lane[LANES];
    unsigned cpus;       /**< lanes to wait for */
    unsigned used;       /**< lanes below this one may have items */
    bool open;           /**< nothing to wait for: all is in the lanes */
    size_t held;         /**< bytes of blocks in lanes */
    struct block *spare; /**< of packets, to be used again */
    unsigned spares;
    struct block *out;      /**< the block of the last item, when that was its last */
    unsigned current;       /**< the lane of the last item, when its next one may go at once … */
    uint64_t current_until; /**< … while it is before this time */
};

/** @return an empty block for `items` items and `bytes` bytes, in no lane; NULL without memory */
struct block *lanes_block(struct lanes *l, unsigned items, size_t bytes);

/** Put a block with items at a lane's end. An empty block goes back. */
void lanes_add(struct lanes *l, unsigned lane, struct block *b);

/** All of this CPU's items from before `until` were added. */
void lanes_until(struct lanes *l, unsigned lane, uint64_t until);

/** Give out nothing until `cpus` is set again. */
void lanes_hold(struct lanes *l);

/** Multiply all times of a lane by 2^shift. */
void lanes_scale(struct lanes *l, unsigned lane, unsigned shift);

/** @return the next item, valid until the next call; NULL: none may go yet. `*forced`: none might, but there
 *  is no room to wait */
const struct spoor_item *lanes_next(struct lanes *l, bool *forced);

/** @return the next text, ahead of all that waits; or NULL. After lanes_next() had nothing. */
const struct spoor_item *lanes_next_text(struct lanes *l);

/** @return whether all lanes are empty */
bool lanes_empty(const struct lanes *l);

/** Another recording begins: no lane has a time. All must be empty. */
void lanes_restart(struct lanes *l);

void lanes_free(struct lanes *l);

#endif
