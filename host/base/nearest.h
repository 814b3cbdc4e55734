/* SPDX-License-Identifier: BSD-2-Clause */
/* The known word that a mistyped one probably meant. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/** @return the word of the list that takes the fewest edits to reach, or NULL when none is similar */
const char *nearest(const char *word, const char *const *words, size_t count);

#endif
