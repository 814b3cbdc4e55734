/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Extended regular expressions, on systems whose library has none: characters, . [a-z] [^a-z] * + ? | ( ) ^ $
 * and \ before a special character. The time of a match is linear in the text, whatever the expression.
 */
#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include <stdbool.h>

struct regex;

/** @return the compiled expression, which must be freed; or NULL, and the reason in `wrong` */
struct regex *regex_compile(const char *text, const char **wrong);

/** @return whether any part of the text matches */
bool regex_matches(const struct regex *r, const char *text);

void regex_free(struct regex *r);

#endif
