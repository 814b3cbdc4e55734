/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Short texts that are written often. They are escaped once and then copied, which takes a few instructions.
 */
#ifndef BASE_LABEL_H
#define BASE_LABEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LABEL_MAX  47
#define LABEL_LONG 255 /**< the text doesn't fit: write the original */

struct label {
    uint8_t length;
    char text[LABEL_MAX];
};

/** Make a label of a name of `n` bytes, escaped as by out_escaped(), between two texts. */
void label_set(struct label *l, const char *before, const char *name, size_t n, const char *after);

#endif
