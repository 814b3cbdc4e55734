/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds bytes of a memory by address. */
#include <read/item.h>
#include <read/segment.h>

const uint8_t *spoor_memory_at(const struct spoor_memory *m, uint64_t address, size_t *room)
{
    size_t low = 0, high = m->count; /* the segment is the last that begins at or before the address */

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (m->segments[middle].address <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const struct spoor_segment *s = low != 0 ? &m->segments[low - 1] : NULL;

    if (s == NULL || address - s->address >= s->size) {
        return NULL;
    }
    *room = s->size - (size_t)(address - s->address);
    return s->bytes + (address - s->address);
}

bool spoor_memory_words(const struct spoor_memory *m, uint64_t address, uint32_t *words, unsigned n)
{
    size_t room = 0;
    const uint8_t *at = spoor_memory_at(m, address, &room);

    if (at == NULL || room < 4 * (size_t)n) {
        return n == 0;
    }
    for (unsigned i = 0; i < n; i++) {
        words[i] = spoor_data_word(at + 4 * (size_t)i);
    }
    return true;
}
