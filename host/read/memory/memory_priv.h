/* SPDX-License-Identifier: BSD-2-Clause */
/* A memory image, shared by memory.c and its parts, words and threads. */
#ifndef READ_MEMORY_MEMORY_PRIV_H
#define READ_MEMORY_MEMORY_PRIV_H

#include <read/reader.h>

struct image {
    struct spoor_reader *r;
    const uint8_t *bytes;
    size_t size;
    uint32_t address;
    struct spoor_wire_layout layout;
};

#define HEAD_WORDS ((uint32_t)(sizeof(struct spoor_wire_subbuf) / 4))

/** A block of memory that looks like a sub-buffer. */
struct part {
    struct spoor_wire_subbuf head;
    uint32_t address; /**< of its records */
};

struct ring {
    unsigned cpu;
    uint32_t address, next, dropped, overwritten, cleared;
    struct part *parts;
    unsigned count;
};

/** @return the address of the `i`-th sub-buffer of the ring at `ring`. */
static inline uint64_t part_address(const struct image *m, uint32_t ring, unsigned i)
{
    return (uint64_t)ring + m->layout.subbufs_offset + (uint64_t)i * m->layout.subbuf_bytes;
}

/** Find the sub-buffers in use, sorted by number, in `ring->parts`; others are reported. */
void image_find_parts(struct image *m, struct ring *ring);

/** Take the records of all of them. There is one at least. */
void image_take_parts(struct image *m, const struct ring *ring, struct spoor_account *account);

/** @return `n` bytes of the image, or NULL when they aren't all in it */
const uint8_t *image_at(const struct image *m, uint64_t address, size_t n);

/** Read words. @return false when they aren't all in it */
bool image_words(const struct image *m, uint64_t address, uint32_t *words, unsigned n);

/** Take what the target left out. */
void image_take_selection(struct image *m);

/** Of rings that had stopped: their records end there. After all were taken. */
void image_end_stopped(struct image *m);

/** Register the threads of the image, with their names. */
void image_take_threads(struct image *m);

#endif
