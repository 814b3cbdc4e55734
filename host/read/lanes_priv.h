/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Merges the items of all CPUs by time. Each CPU has a lane for its items, in order; items without a CPU
 * share another lane. An item is returned once no CPU can have an earlier one: each has a later item in its
 * lane, or has reported that everything before that time was sent.
 */
#ifndef READ_LANES_PRIV_H
#define READ_LANES_PRIV_H

#include <read/reader.h>

#define LANES_COMMON SPOOR_CPUS_MAX /**< the lane of items without a CPU */
#define LANES        (SPOOR_CPUS_MAX + 1)

/** Blocks of this size are kept for reuse. */
#define LANES_SPARE_ITEMS 256
#define LANES_SPARE_BYTES 512

/** The items of one packet, and the bytes that they refer to. */
struct block {
    struct block *next;
    unsigned count, at, room;
    uint8_t *bytes; /**< stored after the items */
    struct spoor_item items[];
};

struct lane {
    struct block *first, *last;
    uint64_t until; /**< all items before this time have been added */
    uint64_t key;   /**< time of the first item; it never decreases */
};

struct lanes {
    const struct spoor_elf *elf;
    struct lane lane[LANES];
    unsigned cpus;       /**< number of lanes to wait for */
    unsigned used;       /**< lanes from this one on are empty */
    bool open;           /**< everything has been added: there is nothing to wait for */
    size_t held;         /**< bytes of the blocks in lanes */
    struct block *spare; /**< freed blocks, for reuse */
    unsigned spares;
    struct block *out;      /**< block of the last item returned, if the block is used up; it stays valid
                             * until the next call */
    unsigned current;       /**< lane of the last item returned */
    uint64_t current_until; /**< items of the current lane before this time may be returned at once */
};

/** @return an empty block for `items` items and `bytes` bytes, in no lane; NULL if out of memory */
struct block *lanes_block(struct lanes *l, unsigned items, size_t bytes);

/** @return an unused block of LANES_SPARE_ITEMS and LANES_SPARE_BYTES; NULL if out of memory */
struct block *lanes_new_block(void);

/** Take over a block from lanes_new_block(), as lanes_block() returns it. @return a spare one for it, or NULL
 */
struct block *lanes_exchange(struct lanes *l, struct block *full);

/** Append a block to a lane. An empty block is released. */
void lanes_add(struct lanes *l, unsigned lane, struct block *b);

/** Declare that all items of this CPU before `until` have been added. */
void lanes_until(struct lanes *l, unsigned lane, uint64_t until);

/** Return no items until `cpus` is set again. */
void lanes_hold(struct lanes *l);

/** Multiply all times of a lane by 2^shift. */
void lanes_scale(struct lanes *l, unsigned lane, unsigned shift);

/**
 * @param forced  set if the order of the item is uncertain: the lanes were full
 * @return the next item, valid until the next call; NULL if it isn't certain yet which is next
 */
const struct spoor_item *lanes_next(struct lanes *l, bool *forced);

/**
 * Take the next text, ahead of all other items. Must be called only after lanes_next() returned NULL.
 *
 * @return the text, or NULL
 */
const struct spoor_item *lanes_next_text(struct lanes *l);

/** @return whether all lanes are empty */
bool lanes_empty(const struct lanes *l);

/** Forget all times, for another recording. All lanes must be empty. */
void lanes_restart(struct lanes *l);

void lanes_free(struct lanes *l);

#endif
