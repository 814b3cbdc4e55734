/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds words of a memory image by address. */
#include "memory_priv.h"

const uint8_t *image_at(const struct image *m, uint64_t address, size_t n)
{
    size_t room = 0;
    const uint8_t *at = spoor_memory_at(m->memory, address, &room);

    return room >= n ? at : NULL;
}

bool image_words(const struct image *m, uint64_t address, uint32_t *words, unsigned n)
{
    return spoor_memory_words(m->memory, address, words, n);
}
