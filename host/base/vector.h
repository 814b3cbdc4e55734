/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arrays that grow by one. Their owner stores a pointer and a count only. The capacity is the next power of
 * two, so the array is full when the count is a power of two.
 */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define VECTOR_FIRST 16

/** VECTOR_GROW() of the array whose pointer is at `list`. */
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
 * Make room for element `count` of an array, which must be NULL or grown by this macro.
 *
 * @return false if memory ran out; the array is unchanged then
 */
#define VECTOR_GROW(list, count) vector_grow(&(list), (count), sizeof *(list))

#endif
