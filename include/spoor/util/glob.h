/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shell patterns: `*` any run of characters, `?` any one, `[a-z]` one of a set, `[!a-z]` or `[^a-z]` one
 * not in it. A bracket that is never closed stands for itself. Case matters.
 */
#ifndef SPOOR_UTIL_GLOB_H
#define SPOOR_UTIL_GLOB_H

#include <stdbool.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * @return whether the whole of `text` matches `pattern`
 *
 * Context: any. Cost: at worst the product of the two lengths; no recursion, no memory.
 */
bool spoor_glob_match(const char *pattern, const char *text);

/** @return whether `text` has any of `*`, `?` and `[`. Context: any. */
bool spoor_glob_is_pattern(const char *text);

SPOOR_EXTERN_C_END

#endif
