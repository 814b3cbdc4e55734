/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arrays that grow by one. Their owner keeps a pointer and a count only: the room is the next power of two,
 * so it is exhausted where the count is one itself.
 */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define VECTOR_FIRST 16

/** As VECTOR_GROW(), of the array that the pointer at `list` has. */
static inline bool vector_grow(void *list, size_t count, size_t bytes)
{
    void *array;

    if (count != 0 && (count < VECTOR_FIRST || (count & (count - 1)) != 0)) {
        return true;
    }
    memcpy(&array, list, sizeof array);
    void *larger = count <= SIZE_MAX / 2 / bytes
                       ? realloc(array, (count != 0 ? 2 * count : VECTOR_FIRST) * bytes)
                       : NULL;

    if (larger == NULL) {
        return false;
    }
    memcpy(list, &larger, sizeof larger); /* cppcheck-suppress memleak */
    return true;                          /* cppcheck-suppress memleak */
}

/**
 * Make room for element `count` of an array that is NULL or got the room of its elements here.
 *
 * @return false, and the array as it was, without memory
 */
#define VECTOR_GROW(list, count) vector_grow(&(list), (count), sizeof *(list))

#endif
