/* SPDX-License-Identifier: BSD-2-Clause */
/* Binary output: little-endian numbers, and the fields of protocol buffers, in a buffer that grows. */
#ifndef EXPORT_BYTES_H
#define EXPORT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A buffer of bytes; empty if all zero. */
struct bytes {
    uint8_t *data;
    size_t used, room;
    bool failed; /**< out of memory: bytes are missing */
};

void bytes_add(struct bytes *b, const void *data, size_t n);
void bytes_zeros(struct bytes *b, size_t n);
void bytes_u8(struct bytes *b, unsigned n);
void bytes_u16(struct bytes *b, unsigned n);
void bytes_u32(struct bytes *b, uint32_t n);
void bytes_u64(struct bytes *b, uint64_t n);
void bytes_text(struct bytes *b, const char *text); /**< without its NUL */
void bytes_print(struct bytes *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bytes_free(struct bytes *b);

/** Append fields of protocol buffers: a number, a number of fixed size, bytes, text, or a message built
 * separately. */
void proto_varint(struct bytes *b, uint64_t n);
void proto_number(struct bytes *b, unsigned field, uint64_t n);
void proto_fixed(struct bytes *b, unsigned field, uint64_t n);
void proto_bytes(struct bytes *b, unsigned field, const void *data, size_t n);
void proto_text(struct bytes *b, unsigned field, const char *text);
void proto_message(struct bytes *b, unsigned field, const struct bytes *message);

#endif
