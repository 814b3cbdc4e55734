/* SPDX-License-Identifier: BSD-2-Clause */
/* Output buffers. Protocol buffers: https://protobuf.dev/programming-guides/encoding/ */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <export/bytes.h>

static bool grow(struct bytes *b, size_t n)
{
    size_t room = b->room != 0 ? b->room : 256;

    while (room - b->used < n) {
        room *= 2;
    }
    uint8_t *grown = realloc(b->data, room);

    if (grown == NULL) {
        b->failed = true;
        return false;
    }
    b->data = grown;
    b->room = room;
    return true;
}

static inline uint8_t *room_for(struct bytes *b, size_t n)
{
    if (n > b->room - b->used && !grow(b, n)) {
        return NULL;
    }
    b->used += n;
    return b->data + b->used - n;
}

void bytes_add(struct bytes *b, const void *data, size_t n)
{
    uint8_t *to = n != 0 ? room_for(b, n) : NULL;

    if (to != NULL) {
        memcpy(to, data, n);
    }
}

void bytes_zeros(struct bytes *b, size_t n)
{
    uint8_t *to = n != 0 ? room_for(b, n) : NULL;

    if (to != NULL) {
        memset(to, 0, n);
    }
}

static void put(struct bytes *b, uint64_t n, unsigned count)
{
    uint8_t *to = room_for(b, count);

    for (unsigned i = 0; to != NULL && i < count; i++) {
        to[i] = (uint8_t)(n >> 8 * i);
    }
}

void bytes_u8(struct bytes *b, unsigned n)
{
    put(b, n, 1);
}

void bytes_u16(struct bytes *b, unsigned n)
{
    put(b, n, 2);
}

void bytes_u32(struct bytes *b, uint32_t n)
{
    put(b, n, 4);
}

void bytes_u64(struct bytes *b, uint64_t n)
{
    put(b, n, 8);
}

void bytes_text(struct bytes *b, const char *text)
{
    bytes_add(b, text, strlen(text));
}

void bytes_print(struct bytes *b, const char *format, ...)
{
    char text[1024];
    va_list args;

    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);

    va_end(args);
    bytes_add(b, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}

void bytes_free(struct bytes *b)
{
    free(b->data);
    *b = (struct bytes){0};
}

/* ------------------------------------------------------------------ protocol buffers */

#define VARINT_MAX 10

void proto_varint(struct bytes *b, uint64_t n)
{
    uint8_t *to = room_for(b, VARINT_MAX);
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
