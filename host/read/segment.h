/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of a target's memory, for readers of images and core dumps. */
#ifndef READ_SEGMENT_H
#define READ_SEGMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Bytes that the target had at an address. */
struct spoor_segment {
    uint32_t address;
    const uint8_t *bytes;
    size_t size;
};

/** A memory. The segments are in order of their addresses, and don't overlap. */
struct spoor_memory {
    const struct spoor_segment *segments;
    size_t count;
};

/** @return the first of the bytes at an address, and their number in `room`; or NULL */
const uint8_t *spoor_memory_at(const struct spoor_memory *m, uint64_t address, size_t *room);

/** Read `n` words. @return false if a segment doesn't contain all of them */
bool spoor_memory_words(const struct spoor_memory *m, uint64_t address, uint32_t *words, unsigned n);

#endif
