/* SPDX-License-Identifier: BSD-2-Clause */
/* Capture the output of shell commands as a string. */
#ifndef TEST_OUTPUT_H
#define TEST_OUTPUT_H

#include <stddef.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Redirect text from the console to `text`. Text that doesn't fit is cut off.
 *
 * @param text  buffer of `bytes`; always ends with a 0
 *
 * Context: thread, one at a time.
 */
void test_output_begin(char *text, size_t bytes);

/** Send text to the console again. Context: thread. */
void test_output_end(void);

/** @return the length of the longest line of `text`. Context: any. */
size_t test_longest_line(const char *text);

SPOOR_EXTERN_C_END

#endif
