/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorting that keeps the order of equal elements, so that all C libraries give the same tables. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>

/** As qsort(), whose order of equal elements depends on the C library. */
void sort_stable(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
