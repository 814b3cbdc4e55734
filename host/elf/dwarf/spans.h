/* SPDX-License-Identifier: BSD-2-Clause */
/* A list of address ranges, to find the range that contains an address. */
#ifndef ELF_DWARF_SPANS_H
#define ELF_DWARF_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct span {
    uint64_t low, high;
    uint64_t reach; /**< the highest end of this range and those before it */
    uint32_t item, order;
};

struct spans {
    struct span *list;
    size_t count;
};

/** Add the range from `low` to before `high`; an empty one is ignored. @return false if out of memory */
bool spans_add(struct spans *s, uint64_t low, uint64_t high, uint32_t item);

/** Sort the list. Needed before spans_find(). */
void spans_sort(struct spans *s);

/**
 * Find the range that contains an address. Of several, it is the one that begins last, because the linker
 * leaves the ranges of functions that it dropped at address 0; of those, the shortest.
 *
 * @return false if there is none
 */
bool spans_find(const struct spans *s, uint64_t address, uint32_t *item);

void spans_free(struct spans *s);

#endif
