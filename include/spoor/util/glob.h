/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shell patterns: `*` matches any run of characters, `?` any one character, `[a-z]` one character of a set,
 * `[!a-z]` or `[^a-z]` one not in the set. A bracket that is never closed matches itself. Case is
 * significant.
 */
#ifndef SPOOR_UTIL_GLOB_H
#define SPOOR_UTIL_GLOB_H

#include <stdbool.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * @return whether `pattern` matches the whole `text`
 *
 * Context: any.
 * Cost: at most the product of both lengths; no recursion, no memory.
 */
bool spoor_glob_match(const char *pattern, const char *text);

/** @return whether `text` contains `*`, `?` or `[`. Context: any. */
bool spoor_glob_is_pattern(const char *text);

SPOOR_EXTERN_C_END

#endif
