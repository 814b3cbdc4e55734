/* SPDX-License-Identifier: BSD-2-Clause */
/* Protocol buffers: https://protobuf.dev/programming-guides/encoding/ */
#include <string.h>
#include <export/proto.h>

#define VARINT_MAX 10

void proto_varint(struct bytes *b, uint64_t n)
{
    uint8_t *to = bytes_room(b, VARINT_MAX);
    unsigned used = 0;

    if (to == NULL) {
        return;
    }
    for (; n >= 0x80; n >>= 7) {
        to[used++] = (uint8_t)(n | 0x80);
    }
    to[used++] = (uint8_t)n;
    b->used -= VARINT_MAX - used;
}

void proto_number(struct bytes *b, unsigned field, uint64_t n)
{
    proto_varint(b, field << 3);
    proto_varint(b, n);
}

void proto_fixed(struct bytes *b, unsigned field, uint64_t n)
{
    proto_varint(b, field << 3 | 1);
    bytes_u64(b, n);
}

void proto_bytes(struct bytes *b, unsigned field, const void *data, size_t n)
{
    proto_varint(b, field << 3 | 2);
    proto_varint(b, n);
    bytes_add(b, data, n);
}

void proto_text(struct bytes *b, unsigned field, const char *text)
{
    proto_bytes(b, field, text, strlen(text));
}

void proto_message(struct bytes *b, unsigned field, const struct bytes *message)
{
    b->failed |= message->failed;
    proto_bytes(b, field, message->data, message->used);
}
