/* SPDX-License-Identifier: BSD-2-Clause */
/* Words as a POSIX shell reads them. */
#ifndef BASE_QUOTE_H
#define BASE_QUOTE_H

#include <stddef.h>

/** Append a word to `text`, quoted if a shell needs it, after a space unless it is the first. A word that
 * doesn't fit is left out. */
void quote_word(char *text, size_t size, const char *word);

#endif
