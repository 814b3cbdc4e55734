/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Output: text and numbers in one buffer, which is written to a file or passed on when it is full. printf()
 * takes about ten times as long, and the tool spends most of its time on output.
 */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <base/label.h>

#define OUT_BYTES 65536
#define OUT_SPARE 64 /* space after out_room(): for a number and a few characters */

/** Takes output. @return 0, or an errno */
typedef int (*out_sink)(void *arg, const char *bytes, size_t n);

struct out {
    int fd;
    int error;     /**< the errno of the first failed write, after which nothing is written; or 0 */
    out_sink sink; /**< takes the bytes instead of `fd`; or NULL */
    void *arg;
    size_t used;
    char bytes[OUT_BYTES + OUT_SPARE];
};

/** Write the buffer, and empty it. */
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

/** @return the length of the UTF-8 character at `bytes`; 0 if it is malformed or has one byte */
size_t out_utf8(const void *bytes, size_t n);

/**
 * Append untrusted text. Whatever isn't printable UTF-8 is written as \u00XX, and quotes and backslashes are
 * escaped. The result is valid inside a JSON string, and has no control characters for a terminal.
 */
void out_escaped(struct out *o, const void *bytes, size_t n);

#endif
