/* SPDX-License-Identifier: BSD-2-Clause */
/* Sections are raw deflate data, which browsers can decompress without a library. */
#include <stdlib.h>
#include <string.h>
#include <base/deflate.h>
#include <base/system.h>
#include <report/page/section.h>

#if SYSTEM_ZLIB
#include <zlib.h>
#endif

static uint8_t *room_for(struct bytes_column *c, size_t n)
{
    if (c->used + n > c->room && !c->failed) {
        size_t room = c->room != 0 ? 2 * c->room : 1024;

        room = room > c->used + n ? room : c->used + n;
        uint8_t *grown = realloc(c->bytes, room);

        c->failed = grown == NULL;
        if (grown != NULL) {
            c->bytes = grown;
            c->room = room;
        }
    }
    return c->failed ? NULL : c->bytes + c->used;
}

void column_put(struct bytes_column *c, uint64_t number)
{
    uint8_t *to = room_for(c, 10);

    if (to == NULL) {
        return;
    }
    while (number >= 0x80) {
        *to++ = (uint8_t)(number | 0x80);
        number >>= 7;
    }
    *to++ = (uint8_t)number;
    c->used = (size_t)(to - c->bytes);
}

void column_signed(struct bytes_column *c, int64_t number)
{
    column_put(c, number < 0 ? ~((uint64_t)number << 1) : (uint64_t)number << 1);
}

void column_step(struct bytes_column *c, uint64_t number)
{
    column_signed(c, (int64_t)(number - c->before));
    c->before = number;
}

void column_bytes(struct bytes_column *c, const void *bytes, size_t n)
{
    uint8_t *to = n != 0 ? room_for(c, n) : NULL;

    if (to != NULL) {
        memcpy(to, bytes, n);
        c->used += n;
    }
}

void column_append(struct bytes_column *c, const struct bytes_column *more)
{
    column_bytes(c, more->bytes, more->used);
    c->failed |= more->failed;
}

void column_free(struct bytes_column *c)
{
    free(c->bytes);
    *c = (struct bytes_column){.used = 0};
}

/* ------------------------------------------------------------------ sections */

#if SYSTEM_ZLIB

/* @return the compressed bytes, which the caller must free, or NULL without memory */
static uint8_t *pack(const struct bytes_column *c, size_t *size)
{
    z_stream z = {.next_in = c->bytes, .avail_in = (uInt)c->used};

    if (deflateInit2(&z, SECTION_LEVEL, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        return NULL;
    }
    size_t room = deflateBound(&z, c->used);
    uint8_t *packed = malloc(room);

    z.next_out = packed;
    z.avail_out = (uInt)room;
    bool done = packed != NULL && deflate(&z, Z_FINISH) == Z_STREAM_END;

    *size = z.total_out;
    deflateEnd(&z);
    if (!done) {
        free(packed);
        return NULL;
    }
    return packed;
}

#else

static uint8_t *pack(const struct bytes_column *c, size_t *size)
{
    struct bytes b = {0};

    deflate_stored(&b, c->bytes, c->used, true);
    *size = b.used;
    if (b.failed) {
        bytes_free(&b);
    }
    return b.data;
}

#endif

void section_write_base64(struct out *o, const uint8_t *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < n; i += 3) {
        unsigned more = n - i > 2 ? 3 : (unsigned)(n - i);
        uint32_t three = (uint32_t)bytes[i] << 16 | (more > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (more > 2 ? bytes[i + 2] : 0);
        char *to = out_room(o);

        to[0] = digits[three >> 18];
        to[1] = digits[three >> 12 & 63];
        to[2] = '=';
        to[3] = '=';
        if (more > 1) {
            to[2] = digits[three >> 6 & 63];
        }
        if (more > 2) {
            to[3] = digits[three & 63];
        }
        o->used += 4;
    }
}

/* Bytes of an element: a long one would keep a browser's parser busy for longer than a frame. A multiple
 * of 3, so that each element can be decoded alone. */
#define ELEMENT_BYTES (3 << 16)

/* Write an element, whose tag was written if it is the first. */
static void put_element(struct out *o, const uint8_t *bytes, size_t n, bool first)
{
    if (!first) {
        out_literal(o, "<script type=\"application/octet-stream\" data-more>");
    }
    section_write_base64(o, bytes, n);
    out_literal(o, "</script>\n");
}

static void put_elements(struct out *o, const uint8_t *bytes, size_t n)
{
    for (size_t at = 0; at == 0 || at < n; at += ELEMENT_BYTES) {
        put_element(o, bytes + at, n - at < ELEMENT_BYTES ? n - at : ELEMENT_BYTES, at == 0);
    }
}

/* Write the tag of a section's element. */
static void put_tag(struct out *o, const char *name, size_t n, size_t raw)
{
    out_literal(o, "<script type=\"application/octet-stream\" data-section=\"");
    out_text(o, name);
    out_literal(o, "\" data-raw=\"");
    out_number(o, raw, 0);
    out_literal(o, "\" data-packed=\"");
    out_number(o, n, 0);
    out_literal(o, "\">");
}

static void put_frame(struct out *o, const char *name, size_t raw, const uint8_t *bytes, size_t n)
{
    out_text(o, name);
    out_char(o, ' ');
    out_number(o, raw, 0);
    out_char(o, ' ');
    out_number(o, n, 0);
    out_char(o, '\n');
    out_bytes(o, (const char *)bytes, n);
}

void section_write_packed(const struct section_to *to, const char *name, const uint8_t *bytes, size_t n,
                          size_t raw)
{
    struct out *out = to->out;

    if (to->form == SECTION_HTML) {
        put_tag(out, name, n, raw);
        put_elements(out, bytes, n);
    } else {
        put_frame(out, name, raw, bytes, n);
    }
}

static void note_size(const struct section_to *to, const char *name, size_t raw, size_t packed)
{
    message_note(to->report, NOTE_DEBUG, "report: section %s: %zu bytes, %zu packed", name, raw, packed);
}

bool section_write_file(const struct section_to *to, const char *name, FILE *f, size_t n, size_t raw)
{
    uint8_t *bytes = malloc(ELEMENT_BYTES);
    size_t got, at = 0;

    if (bytes == NULL) {
        return false;
    }
    note_size(to, name, raw, n);
    rewind(f);
    put_tag(to->out, name, n, raw);
    do {
        got = fread(bytes, 1, ELEMENT_BYTES, f);
        put_element(to->out, bytes, got, at == 0);
        at += got;
    } while (got == ELEMENT_BYTES && at < n);
    free(bytes);
    return true;
}

bool section_write(const struct section_to *to, const char *name, const struct bytes_column *c)
{
    struct out *out = to->out;
    size_t size = 0;
    bool fails = c->failed || c->used > SECTION_MAX;

    if (to->form == SECTION_RAW && !fails) {
        put_frame(out, name, c->used, c->bytes, c->used);
        return true;
    }
    uint8_t *packed = fails ? NULL : pack(c, &size);

    if (packed == NULL) {
        return false;
    }
    if (size == c->used) {
        memcpy(packed, c->bytes, size); /* sections of equal lengths aren't compressed */
    }
    note_size(to, name, c->used, size);
    section_write_packed(to, name, packed, size, c->used);
    free(packed);
    return true;
}

bool section_write_json(const struct section_to *to, const char *name, struct json *j)
{
    struct bytes_column c = {.bytes = j->text.data, .used = j->text.used, .failed = j->text.failed};
    bool done = section_write(to, name, &c);

    bytes_free(&j->text);
    return done;
}

void section_write_text(struct out *out, const char *id, const char *text)
{
    out_literal(out, "<script type=\"application/octet-stream\" id=\"");
    out_text(out, id);
    out_literal(out, "\">");
    section_write_base64(out, (const uint8_t *)text, strlen(text));
    out_literal(out, "</script>\n");
}
