/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Comparing and parsing texts with little code instead of high speed. A C library's strcmp() and strtoul()
 * take 1 KB in a product that doesn't use them otherwise.
 */
#ifndef SPOOR_UTIL_TEXT_H
#define SPOOR_UTIL_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** Like strcmp(). Context: any. */
int spoor_text_compare(const char *a, const char *b);

/** @return whether both texts are equal. Context: any. */
bool spoor_text_is(const char *a, const char *b);

/** @return the rest of `text` after `beginning`, or NULL if it doesn't begin with that. Context: any. */
const char *spoor_text_after(const char *text, const char *beginning);

/** @return whether `text` contains `part`, which may be empty. Context: any. */
bool spoor_text_contains(const char *text, const char *part);

/** @return whether `set` contains `c`; false for '\0'. Context: any. */
bool spoor_text_has(const char *set, char c);

/**
 * Append `more` to the text at `end`, which must have room. `more` may be a later part of the same text.
 *
 * @return the new end
 *
 * Context: any.
 */
char *spoor_text_put(char *end, const char *more);

/**
 * Get a text from a list.
 *
 * @param list  consecutive texts, followed by an empty one: "yes\0no\0"
 * @return the `n`-th text, or NULL past the last
 *
 * Context: any.
 */
const char *spoor_text_nth(const char *list, unsigned n);

/**
 * Parse a decimal number.
 *
 * @param value  set to the number, or to UINT32_MAX if it is larger
 * @return whether `text` consists of digits only, at least one
 *
 * Context: any.
 */
bool spoor_text_number(const char *text, uint32_t *value);

SPOOR_EXTERN_C_END

#endif
