/* SPDX-License-Identifier: BSD-2-Clause */
/* A map from 32-bit numbers to indices, by open addressing; for threads, objects, interrupts. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** All zero: empty. */
struct map {
    struct map_place {
        uint32_t key, index; /**< index: plus 1; 0: free */
    } * places;
    size_t room, used; /**< room: a power of two */
};

/** The index of a key that isn't there. */
#define MAP_NONE UINT32_MAX

uint32_t map_find(const struct map *m, uint32_t key);

/** Add a key that isn't there. @return false without memory */
bool map_add(struct map *m, uint32_t key, uint32_t index);

void map_free(struct map *m);

#endif
