/* SPDX-License-Identifier: BSD-2-Clause */
/* A memory image; shared by the files of this folder. */
#ifndef READ_MEMORY_MEMORY_PRIV_H
#define READ_MEMORY_MEMORY_PRIV_H

#include <read/reader.h>
#include <read/segment.h>

#define OTHER_BUILD "the memory belongs to another program: its build is %08x, while %s has %08x"

struct image {
    struct spoor_reader *r;
    const struct spoor_memory *memory;
    struct spoor_wire_layout layout;
};

#define HEAD_WORDS ((uint32_t)(sizeof(struct spoor_wire_subbuf) / 4))

/** A block of memory that looks like a sub-buffer. */
struct part {
    struct spoor_wire_subbuf head;
    uint32_t address; /**< address of its records */
};

struct ring {
    unsigned cpu;
    uint32_t address, next, dropped, overwritten, cleared;
    uint32_t first, subbufs; /**< address of the first sub-buffer, and their number */
    struct part *parts;
    unsigned count;
};

/** @return the address of sub-buffer `i` of a ring */
static inline uint64_t part_address(const struct image *m, const struct ring *ring, unsigned i)
{
    return ring->first + (uint64_t)i * m->layout.subbuf_bytes;
}

/** Find the used sub-buffers of a ring and store them in `ring->parts`, sorted by number. Invalid ones are
 * reported. */
void image_find_parts(struct image *m, struct ring *ring);

/** Decode the records of all sub-buffers found. There must be at least one. */
void image_take_parts(struct image *m, const struct ring *ring, struct spoor_account *account);

/** @return `n` bytes of the image, or NULL if the image doesn't contain all of them */
const uint8_t *image_at(const struct image *m, uint64_t address, size_t n);

/** Read `n` words. @return false if the image doesn't contain all of them */
bool image_words(const struct image *m, uint64_t address, uint32_t *words, unsigned n);

/** Combine the words of the ELF file's build ID as the target does. @return false if it has none */
bool image_build(const struct spoor_elf *elf, uint32_t *number);

/** Read the layout of the program's rings. @return false if it has none */
bool image_layout(const struct spoor_elf *elf, struct spoor_wire_layout *layout);

/** Add the filter of the target: what it excluded on purpose. */
void image_take_selection(struct image *m);

/** Add an ENDED item for each stopped ring, whose records end earlier than others. Must be called after all
 * rings were read. */
void image_end_stopped(struct image *m);

/** Register the threads in the image, with their names. */
void image_take_threads(struct image *m);

#endif
