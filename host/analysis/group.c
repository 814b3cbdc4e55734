/* SPDX-License-Identifier: BSD-2-Clause */
/* A hash table with chains, which doubles as it fills. */
#include <stdlib.h>
#include <analysis/group.h>

static size_t place_of(const struct group *g, uint64_t a, uint64_t b)
{
    uint64_t hash =
        (a * UINT64_C(0x9E3779B97F4A7C15)) ^ (b + UINT64_C(0x7F4A7C15)) * UINT64_C(0xC2B2AE3D27D4EB4F);

    return (size_t)(hash >> 32) & (g->bucket_count - 1);
}

void *group_find(const struct group *g, uint64_t a, uint64_t b)
{
    struct group_row *row = g->bucket_count != 0 ? g->buckets[place_of(g, a, b)] : NULL;

    while (row != NULL && (row->a != a || row->b != b)) {
        row = row->chain;
    }
    return row;
}

static bool grow(struct group *g)
{
    size_t room = g->room != 0 ? 2 * g->room : 32;
    struct group_row **rows = realloc(g->rows, room * sizeof(struct group_row *));

    if (rows == NULL) {
        return false;
    }
    g->rows = rows;
    struct group_row **buckets = calloc(2 * room, sizeof(struct group_row *));

    if (buckets == NULL) {
        return false;
    }
    free(g->buckets);
    g->buckets = buckets;
    g->bucket_count = 2 * room;
    g->room = room;
    for (size_t i = 0; i < g->count; i++) {
        struct group_row **place = &g->buckets[place_of(g, rows[i]->a, rows[i]->b)];

        rows[i]->chain = *place;
        *place = rows[i];
    }
    return true;
}

void *group_get(struct group *g, uint64_t a, uint64_t b)
{
    struct group_row *row = group_find(g, a, b);

    if (row != NULL) {
        return row;
    }
    if (g->count == g->room && !grow(g)) {
        return NULL;
    }
    row = calloc(1, g->row_bytes);
    if (row == NULL) {
        return NULL;
    }
    row->a = a;
    row->b = b;
    struct group_row **place = &g->buckets[place_of(g, a, b)];

    row->chain = *place;
    *place = row;
    g->rows[g->count++] = row;
    return row;
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
    free(g->buckets);
    *g = (struct group){.row_bytes = g->row_bytes};
}
