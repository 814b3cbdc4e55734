/* SPDX-License-Identifier: BSD-2-Clause */
/* Buffers that grow. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/bytes.h>

bool bytes_grow(struct bytes *b, size_t n)
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

void bytes_add(struct bytes *b, const void *data, size_t n)
{
    uint8_t *to = n != 0 ? bytes_room(b, n) : NULL;

    if (to != NULL) {
        memcpy(to, data, n);
    }
}

void bytes_zeros(struct bytes *b, size_t n)
{
    uint8_t *to = n != 0 ? bytes_room(b, n) : NULL;

    if (to != NULL) {
        memset(to, 0, n);
    }
}

static void put(struct bytes *b, uint64_t n, unsigned count)
{
    uint8_t *to = bytes_room(b, count);

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
