/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table from numbers to indices, by open addressing. The numbers are unique keys, or hashes of objects
 * that the caller stores and compares.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** An empty table is all zero. */
struct hash {
    struct hash_place {
        uint64_t hash;
        uint32_t index; /**< plus 1; 0: free */
    } * places;
    size_t room, used; /**< room: a power of two */
};

#define HASH_NONE UINT32_MAX

/** @return the place where the search for a hash begins; the table must not be empty */
static inline size_t hash_first(const struct hash *h, uint64_t hash)
{
    return (size_t)(hash * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (h->room - 1);
}

/** @return the index of an object with this hash that `same` accepts, or HASH_NONE */
static inline uint32_t hash_find(const struct hash *h, uint64_t hash, bool (*same)(void *arg, uint32_t index),
                                 void *arg)
{
    if (h->used == 0) {
        return HASH_NONE;
    }
    for (size_t at = hash_first(h, hash); h->places[at].index != 0; at = (at + 1) & (h->room - 1)) {
        if (h->places[at].hash == hash && same(arg, h->places[at].index - 1)) {
            return h->places[at].index - 1;
        }
    }
    return HASH_NONE;
}

/** @return the index of a key, or HASH_NONE */
static inline uint32_t hash_find_key(const struct hash *h, uint64_t key)
{
    if (h->used == 0) {
        return HASH_NONE;
    }
    size_t at = hash_first(h, key);

    while (h->places[at].index != 0 && h->places[at].hash != key) {
        at = (at + 1) & (h->room - 1);
    }
    return h->places[at].index - 1; /* 0: HASH_NONE */
}

/** Add a key or an object, which must not be in the table. @return false if memory ran out */
bool hash_add(struct hash *h, uint64_t hash, uint32_t index);

void hash_free(struct hash *h);

/** @return the hash of some bytes, continued from `hash`; 0 for the first */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n);
uint64_t hash_number(uint64_t hash, uint64_t number);

#endif
