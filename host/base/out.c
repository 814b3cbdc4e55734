/* SPDX-License-Identifier: BSD-2-Clause */
/* The output buffer, numbers and escapes. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <base/label.h>
#include <base/out.h>

void out_flush(struct out *o)
{
    if (o->sink != NULL && o->used != 0 && o->error == 0) {
        o->error = o->sink(o->arg, o->bytes, o->used);
    }
    for (size_t done = 0; o->sink == NULL && done < o->used && o->error == 0;) {
        ssize_t n = write(o->fd, o->bytes + done, o->used - done);

        if (n > 0) {
            done += (size_t)n;
        } else if (n < 0 && errno != EINTR) {
            o->error = errno;
        }
    }
    o->used = 0;
}

void out_bytes(struct out *o, const char *bytes, size_t n)
{
    while (n > 0) {
        char *at = out_room(o);
        size_t room = sizeof o->bytes - o->used, fits = n < room ? n : room;

        memcpy(at, bytes, fits);
        o->used += fits;
        bytes += fits;
        n -= fits;
    }
}

void out_text(struct out *o, const char *text)
{
    out_bytes(o, text, strlen(text));
}

void out_padded(struct out *o, const char *text, size_t width)
{
    size_t n = strlen(text);

    out_bytes(o, text, n);
    for (; n < width; n++) {
        out_char(o, ' ');
    }
}

/* Two digits at a time. */
static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                            "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                            "8081828384858687888990919293949596979899";

#define NUMBER_MAX 20

/* Write the digits so that they end at `end`. @return where they begin */
static inline char *digits_before(char *end, uint64_t number)
{
    for (; number > UINT32_MAX; number /= 100) {
        end -= 2;
        memcpy(end, pairs + 2 * (number % 100), 2);
    }
    uint32_t n = (uint32_t)number;

    for (; n >= 100; n /= 100) {
        end -= 2;
        memcpy(end, pairs + 2 * (n % 100), 2);
    }
    if (n >= 10) {
        end -= 2;
        memcpy(end, pairs + 2 * n, 2);
    } else {
        *--end = (char)('0' + n);
    }
    return end;
}

void out_number(struct out *o, uint64_t n, unsigned width)
{
    char *at = out_room(o);

    if (n < 10 && width <= 1) {
        *at = (char)('0' + n);
        o->used++;
        return;
    }
    char text[2 * NUMBER_MAX], *begin = digits_before(text + NUMBER_MAX, n);
    size_t length = (size_t)(text + NUMBER_MAX - begin);

    for (; width > length; width--) {
        *at++ = ' ';
    }
    memcpy(at, begin, NUMBER_MAX);
    o->used = (size_t)(at + length - o->bytes);
}

void out_signed(struct out *o, int32_t n)
{
    if (n < 0) {
        out_char(o, '-');
    }
    out_number(o, n < 0 ? -(uint64_t)(int64_t)n : (uint64_t)n, 0);
}

/* All numbers of three digits. With the fourth character a copy is one instruction. */
#define TEN(a) a "0\0" a "1\0" a "2\0" a "3\0" a "4\0" a "5\0" a "6\0" a "7\0" a "8\0" a "9\0"
#define HUNDRED(a)                                                                                           \
    TEN(a "0")                                                                                               \
    TEN(a "1") TEN(a "2") TEN(a "3") TEN(a "4") TEN(a "5") TEN(a "6") TEN(a "7") TEN(a "8") TEN(a "9")

static const char triples[] = HUNDRED("0") HUNDRED("1") HUNDRED("2") HUNDRED("3") HUNDRED("4") HUNDRED("5")
    HUNDRED("6") HUNDRED("7") HUNDRED("8") HUNDRED("9");

void out_digits(struct out *o, uint32_t n, unsigned digits)
{
    char text[20], *at = out_room(o);

    memcpy(text, triples + 4 * (n / 1000000 % 1000), 4);
    memcpy(text + 3, triples + 4 * (n / 1000 % 1000), 4);
    memcpy(text + 6, triples + 4 * (n % 1000), 4);
    memcpy(at, text + 9 - digits, 9);
    o->used += digits;
}

void out_hex(struct out *o, uint32_t n, unsigned digits)
{
    char *at = out_room(o);
    unsigned count = 8;

    while (count > digits && count > 1 && n >> 4 * (count - 1) == 0) {
        count--;
    }
    for (unsigned i = 0; i < count; i++) {
        at[i] = "0123456789abcdef"[n >> 4 * (count - 1 - i) & 15];
    }
    o->used += count;
}

size_t out_utf8(const void *bytes, size_t n)
{
    const uint8_t *c = bytes;
    size_t length = c[0] >= 0xf0 && c[0] <= 0xf4 ? 4 : c[0] >= 0xe0 ? 3 : c[0] >= 0xc2 && c[0] < 0xe0 ? 2 : 0;

    if (length == 0 || c[0] > 0xf4 || n < length) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool none =
        (c[0] == 0xed && c[1] >= 0xa0) || (c[0] == 0xf4 && c[1] >= 0x90); /* surrogates; beyond U+10FFFF */
    bool control = c[0] == 0xc2 && c[1] < 0xa0;

    return overlong || none || control ? 0 : length;
}

void out_escaped(struct out *o, const void *bytes, size_t n)
{
    const uint8_t *c = bytes;

    for (size_t i = 0; i < n; i++) {
        size_t length = c[i] >= 0x80 ? out_utf8(c + i, n - i) : 0;

        if (length != 0) {
            out_bytes(o, (const char *)c + i, length);
            i += length - 1;
        } else if (c[i] == '"' || c[i] == '\\') {
            out_char(o, '\\');
            out_char(o, (char)c[i]);
        } else if (c[i] >= 0x20 && c[i] < 0x7f) {
            out_char(o, (char)c[i]);
        } else {
            out_literal(o, "\\u00");
            out_hex(o, c[i], 2);
        }
    }
}

void label_set(struct label *l, const char *before, const char *name, size_t n, const char *after)
{
    struct out scratch; /* never flushed: it is too short */

    scratch.used = 0;
    scratch.error = 1;
    out_text(&scratch, before);
    out_escaped(&scratch, name, n < OUT_BYTES / 8 ? n : OUT_BYTES / 8);
    out_text(&scratch, after);
    l->length = scratch.used <= LABEL_MAX ? (uint8_t)scratch.used : LABEL_LONG;
    if (l->length != LABEL_LONG) {
        memcpy(l->text, scratch.bytes, scratch.used);
    }
}
