/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Output: text and numbers into one buffer, which goes to a file when it is full. printf() costs some ten
 * times as much, and most of the tool's time is output.
 */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <base/label.h>

#define OUT_BYTES 65536
#define OUT_SPARE 64 /* room that is always left after out_room(): for a number and a few characters */

struct out {
    int fd;
    int error; /**< the first errno of a write, or 0: nothing more is written */
    size_t used;
    char bytes[OUT_BYTES + OUT_SPARE];
};

/** Write all that is in the buffer. */
void out_flush(struct out *o);

/** Make room for OUT_SPARE characters. */
static inline char *out_room(struct out *o)
{
    if (o->used > OUT_BYTES) {
        out_flush(o);
    }
    return o->bytes + o->used;
}

static inline void out_char(struct out *o, char c)
{
    *out_room(o) = c;
    o->used++;
}

/** Append any number of bytes. */
void out_bytes(struct out *o, const char *bytes, size_t n);

/** Append a string of less than OUT_SPARE characters, known at build time. */
#define out_literal(o, text) out_short(o, text, sizeof(text) - 1)

static inline void out_short(struct out *o, const char *text, size_t n)
{
    memcpy(out_room(o), text, n);
    o->used += n;
}

/** Append a label that isn't LABEL_LONG. */
static inline void out_label(struct out *o, const struct label *l)
{
    memcpy(out_room(o), l->text, LABEL_MAX);
    o->used += l->length;
}

void out_text(struct out *o, const char *text);

/** Append a string and blanks up to `width` characters. */
void out_padded(struct out *o, const char *text, size_t width);

/** Append a decimal number, after blanks up to `width` digits. */
void out_number(struct out *o, uint64_t n, unsigned width);
void out_signed(struct out *o, int32_t n);

/** Append exactly `digits` digits, at most 9, after zeros. */
void out_digits(struct out *o, uint32_t n, unsigned digits);

/** Append hexadecimal digits, at least `digits`, after zeros. */
void out_hex(struct out *o, uint32_t n, unsigned digits);

/** @return bytes of the well-formed UTF-8 character of more than one byte that `bytes` begin with, or 0 */
size_t out_utf8(const void *bytes, size_t n);

/**
 * Append text that nobody vouches for: all but printable UTF-8 becomes \u00XX, quotes and backslashes get
 * a backslash. So it fits between the quotes of a JSON string, and can do nothing to a terminal.
 */
void out_escaped(struct out *o, const void *bytes, size_t n);

#endif
