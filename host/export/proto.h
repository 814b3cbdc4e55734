/* SPDX-License-Identifier: BSD-2-Clause */
/* The fields of protocol buffers. */
#ifndef EXPORT_PROTO_H
#define EXPORT_PROTO_H

#include <base/bytes.h>

/** Append fields of protocol buffers: a number, a number of fixed size, bytes, text, or a message built
 * separately. */
void proto_varint(struct bytes *b, uint64_t n);
void proto_number(struct bytes *b, unsigned field, uint64_t n);
void proto_fixed(struct bytes *b, unsigned field, uint64_t n);
void proto_bytes(struct bytes *b, unsigned field, const void *data, size_t n);
void proto_text(struct bytes *b, unsigned field, const char *text);
void proto_message(struct bytes *b, unsigned field, const struct bytes *message);

#endif
