/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds rows by the hash of their key. Each row also stores the key, because two keys may have the same
 * hash. */
#include <stdlib.h>
#include <analysis/group.h>
#include <base/vector.h>

struct wanted {
    const struct group *group;
    uint64_t a, b;
};

static bool is_wanted(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    const struct group_row *row = w->group->rows[index];

    return row->a == w->a && row->b == w->b;
}

static uint64_t hash_of(uint64_t a, uint64_t b)
{
    return a ^ (b + UINT64_C(0x7F4A7C15)) * UINT64_C(0xC2B2AE3D27D4EB4F);
}

void *group_find(const struct group *g, uint64_t a, uint64_t b)
{
    struct wanted wanted = {g, a, b};
    uint32_t index = hash_find(&g->by_key, hash_of(a, b), is_wanted, &wanted);

    return index != HASH_NONE ? g->rows[index] : NULL;
}

static struct group_row *get(struct group *g, uint64_t a, uint64_t b)
{
    struct group_row *row = group_find(g, a, b);

    if (row != NULL || !VECTOR_GROW(g->rows, g->count)) {
        return row;
    }
    row = calloc(1, g->row_bytes);
    if (row == NULL || !hash_add(&g->by_key, hash_of(a, b), (uint32_t)g->count)) {
        free(row);
        return NULL;
    }
    row->a = a;
    row->b = b;
    g->rows[g->count++] = row;
    return row;
}

void *group_get(struct group *g, uint64_t a, uint64_t b)
{
    struct group_row **recent = &g->recent[hash_of(a, b) % GROUP_RECENT];

    if (*recent == NULL || (*recent)->a != a || (*recent)->b != b) {
        *recent = get(g, a, b);
    }
    return *recent;
}

void group_free(struct group *g, void (*free_row)(void *row))
{
    for (size_t i = 0; i < g->count; i++) {
        if (free_row != NULL) {
            free_row(g->rows[i]);
        }
        free(g->rows[i]);
    }
    free(g->rows);
    hash_free(&g->by_key);
    *g = (struct group){.row_bytes = g->row_bytes};
}
