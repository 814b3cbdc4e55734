/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Comparing and reading of texts, where few instructions count more than speed: a C library's strcmp() and
 * strtoul() take 1 KB of a product that has no other use for them.
 */
#ifndef SPOOR_UTIL_TEXT_H
#define SPOOR_UTIL_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** As strcmp(). Context: any. */
int spoor_text_compare(const char *a, const char *b);

/** @return whether the two are the same text. Context: any. */
bool spoor_text_is(const char *a, const char *b);

/** @return the rest of `text` after `beginning`, or NULL when it doesn't begin so. Context: any. */
const char *spoor_text_after(const char *text, const char *beginning);

/** @return whether `part` is anywhere in `text`; an empty one is. Context: any. */
bool spoor_text_contains(const char *text, const char *part);

/** @return whether `c` is in `set`; '\0' is in none. Context: any. */
bool spoor_text_has(const char *set, char c);

/** Append `more` to the text at `end`, which has room and may be in front of it in the same text. @return the
 * new end, its '\0'. Context: any. */
char *spoor_text_put(char *end, const char *more);

/**
 * @param list  texts one after the other, and an empty one: "yes\0no\0"
 * @return the `n`-th, or NULL past the last. Context: any.
 */
const char *spoor_text_nth(const char *list, unsigned n);

/**
 * Read a decimal number.
 *
 * @param value  of the number, UINT32_MAX for a larger one
 * @return whether all of `text` is digits, one at least
 *
 * Context: any.
 */
bool spoor_text_number(const char *text, uint32_t *value);

SPOOR_EXTERN_C_END

#endif
