/* SPDX-License-Identifier: BSD-2-Clause */
/* The output of a shell's line as a string. */
#ifndef TEST_OUTPUT_H
#define TEST_OUTPUT_H

#include <stddef.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * From here on text goes to `text` in place of the console, the end cut off where it is full.
 *
 * @param text  of `bytes`; always ends in a 0
 *
 * Context: thread, one at a time.
 */
void test_output_begin(char *text, size_t bytes);

/** Text goes to the console again. Context: thread. */
void test_output_end(void);

/** @return the length of the longest line of `text`. Context: any. */
size_t test_longest_line(const char *text);

SPOOR_EXTERN_C_END

#endif
