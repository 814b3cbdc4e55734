/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds words of a memory image by address. */
#include <elf/opened.h>
#include "memory_priv.h"

const uint8_t *image_at(const struct image *m, uint64_t address, size_t n)
{
    if (address < m->address || address - m->address > m->size || m->size - (address - m->address) < n) {
        return NULL;
    }
    return m->bytes + (address - m->address);
}

bool image_words(const struct image *m, uint64_t address, uint32_t *words, unsigned n)
{
    const uint8_t *at = image_at(m, address, 4 * (size_t)n);

    for (unsigned i = 0; at != NULL && i < n; i++) {
        words[i] = elf_word(at + 4 * (size_t)i);
    }
    return at != NULL;
}
