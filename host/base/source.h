/* SPDX-License-Identifier: BSD-2-Clause */
/* A place in the source of a program. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdint.h>

struct spoor_source {
    const char *function; /**< or NULL */
    const char *file;     /**< or NULL */
    uint32_t line;        /**< 0: unknown */
};

#endif
