/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows with a key of two numbers. Their addresses never change. */
#ifndef ANALYSIS_GROUP_H
#define ANALYSIS_GROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/hash.h>

struct group_row {
    uint64_t a, b; /**< the key */
};

/** Number of rows that are found without the hash table; a power of two */
#define GROUP_RECENT 16

/** A group of rows. It is empty if everything except row_bytes is zero. A row must begin with a struct
 * group_row. */
struct group {
    size_t row_bytes;
    struct group_row **rows; /**< in order of creation */
    size_t count;
    struct hash by_key;
    struct group_row *recent[GROUP_RECENT]; /**< the last row of some keys each, or NULL */
};

/** @return the row of a key, created and zeroed on first use; NULL if out of memory */
void *group_get(struct group *g, uint64_t a, uint64_t b);

/** @return the row of a key, or NULL */
void *group_find(const struct group *g, uint64_t a, uint64_t b);

/** @return the `n`-th row */
static inline void *group_nth(const struct group *g, size_t n)
{
    return g->rows[n];
}

void group_free(struct group *g, void (*free_row)(void *row));

#endif
