/* SPDX-License-Identifier: BSD-2-Clause */
/* The table is at most half full. */
#include <stdlib.h>
#include <base/hash.h>

static void put(struct hash *h, struct hash_place place)
{
    size_t at = hash_first(h, place.hash);

    while (h->places[at].index != 0) {
        at = (at + 1) & (h->room - 1);
    }
    h->places[at] = place;
}

static bool grow(struct hash *h)
{
    struct hash grown = {.room = h->room != 0 ? 2 * h->room : 64, .used = h->used};

    grown.places = calloc(grown.room, sizeof *grown.places);
    if (grown.places == NULL) {
        return false;
    }
    for (size_t i = 0; i < h->room; i++) {
        if (h->places[i].index != 0) {
            put(&grown, h->places[i]);
        }
    }
    free(h->places);
    *h = grown;
    return true;
}

bool hash_add(struct hash *h, uint64_t hash, uint32_t index)
{
    if (2 * (h->used + 1) > h->room && !grow(h)) {
        return false;
    }
    put(h, (struct hash_place){hash, index + 1});
    h->used++;
    return true;
}

void hash_free(struct hash *h)
{
    free(h->places);
    *h = (struct hash){.room = 0};
}

uint64_t hash_number(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n)
{
    const uint8_t *at = bytes;

    for (size_t i = 0; i < n; i++) {
        hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    }
    return hash_number(hash, n);
}
