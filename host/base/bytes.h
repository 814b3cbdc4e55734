/* SPDX-License-Identifier: BSD-2-Clause */
/* A buffer of bytes that grows: text, and little-endian numbers. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A buffer of bytes; empty if all zero. */
struct bytes {
    uint8_t *data;
    size_t used, room;
    bool failed; /**< out of memory: bytes are missing */
};

/** Make room for `n` more bytes. @return false if memory ran out */
bool bytes_grow(struct bytes *b, size_t n);

/** Append `n` bytes, which the caller must set. @return the first of them; NULL if memory ran out */
static inline uint8_t *bytes_room(struct bytes *b, size_t n)
{
    if (n > b->room - b->used && !bytes_grow(b, n)) {
        return NULL;
    }
    b->used += n;
    return b->data + b->used - n;
}

void bytes_add(struct bytes *b, const void *data, size_t n);
void bytes_zeros(struct bytes *b, size_t n);
void bytes_u8(struct bytes *b, unsigned n);
void bytes_u16(struct bytes *b, unsigned n);
void bytes_u32(struct bytes *b, uint32_t n);
void bytes_u64(struct bytes *b, uint64_t n);
void bytes_text(struct bytes *b, const char *text); /**< without its NUL */
void bytes_print(struct bytes *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bytes_free(struct bytes *b);

#endif
