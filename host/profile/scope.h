/* SPDX-License-Identifier: BSD-2-Clause */
/* The class or namespace in the readable name of a C++ function. */
#ifndef PROFILE_SCOPE_H
#define PROFILE_SCOPE_H

#include <stddef.h>

/** @return where the class or namespace of a function begins in its name, its length in `length`; NULL if it
 * has none */
const char *scope_of(const char *name, size_t *length);

#endif
