/* SPDX-License-Identifier: BSD-2-Clause */
/* A memory image, shared by memory.c, memory_words.c and memory_threads.c. */
#ifndef IMAGE_PRIV_H
#define IMAGE_PRIV_H

#include "read.h"

struct image {
    struct spoor_reader *r;
    const uint8_t *bytes;
    size_t size;
    uint32_t address;
    struct wire_layout layout;
};

/** @return `n` bytes of the image, or NULL when they aren't all in it */
const uint8_t *image_at(const struct image *m, uint64_t address, size_t n);

/** Read words. @return false when they aren't all in it */
bool image_words(const struct image *m, uint64_t address, uint32_t *words, unsigned n);

/** Register the threads of the image, with their names. */
void image_take_threads(struct image *m);

#endif
