/* SPDX-License-Identifier: BSD-2-Clause */
/* Patterns with * for any characters and ? for one. */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include <stdbool.h>

bool glob_match(const char *pattern, const char *text);

#endif
