/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes that remain to be read. After an attempt to read more, a part has failed, and all reads return 0. */
#ifndef FOREIGN_PART_H
#define FOREIGN_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct part {
    const uint8_t *at;
    size_t left;
    bool failed;
};

/** Take a little-endian number. */
uint64_t part_number(struct part *p, unsigned bytes);

struct part part_take(struct part *p, uint64_t n);

/** @return a text, up to its zero; "" after a failure */
const char *part_text(struct part *p);

#endif
