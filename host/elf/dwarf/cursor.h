/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads little-endian numbers from untrusted bytes. A cursor that would pass the end stays there, returns 0
 * and has failed from then on.
 */
#ifndef ELF_DWARF_CURSOR_H
#define ELF_DWARF_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cursor {
    const uint8_t *at, *end;
    bool failed;
};

static inline bool cursor_skip(struct cursor *c, uint64_t bytes)
{
    if (bytes > (uint64_t)(c->end - c->at)) {
        c->at = c->end;
        c->failed = true;
        return false;
    }
    c->at += bytes;
    return true;
}

/** Take a number of at most 8 bytes. */
static inline uint64_t cursor_take(struct cursor *c, unsigned bytes)
{
    const uint8_t *at = c->at;
    uint64_t value = 0;

    if (cursor_skip(c, bytes)) {
        for (unsigned n = 0; n < bytes; n++) {
            value |= (uint64_t)at[n] << 8 * n;
        }
    }
    return value;
}

/** Take an unsigned LEB128. Bits from 64 on are dropped. */
static inline uint64_t cursor_uleb(struct cursor *c)
{
    uint64_t value = 0, byte = 0x80;

    for (unsigned shift = 0; (byte & 0x80) != 0 && !c->failed; shift += shift < 64 ? 7 : 0) {
        byte = cursor_take(c, 1);
        value |= shift < 64 ? (byte & 0x7f) << shift : 0;
    }
    return value;
}

/** Take a signed LEB128, as 64 bits of two's complement. Bits from 64 on are dropped. */
static inline uint64_t cursor_sleb(struct cursor *c)
{
    uint64_t value = 0, byte = 0x80;
    unsigned shift = 0;

    for (; (byte & 0x80) != 0 && !c->failed; shift += shift < 64 ? 7 : 0) {
        byte = cursor_take(c, 1);
        value |= shift < 64 ? (byte & 0x7f) << shift : 0;
    }
    return (byte & 0x40) != 0 && shift < 64 ? value | ~UINT64_C(0) << shift : value;
}

/** Take a text. @return the text, or NULL if it isn't terminated */
static inline const char *cursor_text(struct cursor *c)
{
    const uint8_t *at = c->at, *zero = at < c->end ? memchr(at, 0, (size_t)(c->end - at)) : NULL;

    cursor_skip(c, zero != NULL ? (uint64_t)(zero - at) + 1 : UINT64_MAX);
    return zero != NULL ? (const char *)at : NULL;
}

#endif
