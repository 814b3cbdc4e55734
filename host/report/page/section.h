/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data in a page. A section has several columns of varints; it is deflated and written in base64, so that
 * none of it can be parsed as HTML. docs/report.md describes the format.
 */
#ifndef REPORT_PAGE_SECTION_H
#define REPORT_PAGE_SECTION_H

#include <stdio.h>
#include <base/json.h>
#include <base/message.h>
#include <base/out.h>

/** Version of the format. The page's script rejects other versions. */
#define SECTION_SCHEMA 1

/** Level of compression by zlib: level 6 takes three times as long and saves 10 %. */
#define SECTION_LEVEL 4

/** Maximum bytes of a section. */
#define SECTION_MAX (UINT32_MAX / 2)

/** A growing array of bytes. All fields zero: empty. */
struct bytes_column {
    uint8_t *bytes;
    size_t used, room;
    uint64_t before; /**< last value that column_step() appended */
    bool failed;     /**< no memory */
};

/** Append a number as a varint: 7 bits per byte, low bits first; bit 7 is set if more bytes follow. */
void column_put(struct bytes_column *c, uint64_t number);

/** Append a signed number as a varint with the sign in bit 0. */
void column_signed(struct bytes_column *c, int64_t number);

/** Append the signed difference to the previous number. */
void column_step(struct bytes_column *c, uint64_t number);

void column_bytes(struct bytes_column *c, const void *bytes, size_t n);

/** Append the bytes of another column. */
void column_append(struct bytes_column *c, const struct bytes_column *more);

void column_free(struct bytes_column *c);

/** How sections are written: as elements of a page, or as frames for a page that polls `spoor serve`. */
enum section_form {
    SECTION_HTML,
    SECTION_FRAMES, /**< a line "NAME RAW PACKED", then the packed bytes */
    SECTION_RAW,    /**< the same, not packed: RAW and PACKED are equal */
};

/** Where sections go. */
struct section_to {
    struct out *out;
    enum section_form form;
    const struct spoor_report *report; /**< receives debug messages with the sizes */
};

/** Write a section. @return false without memory */
bool section_write(const struct section_to *to, const char *name, const struct bytes_column *c);

/** Write a section of JSON, and free the JSON. @return false without memory */
bool section_write_json(const struct section_to *to, const char *name, struct json *j);

/** Write a section that was deflated before. @param raw  bytes when it is inflated */
void section_write_packed(const struct section_to *to, const char *name, const uint8_t *bytes, size_t n,
                          size_t raw);

/** Write a section that was deflated to a file, as elements of a page. @param n  bytes in the file. @return
 * false without memory */
bool section_write_file(const struct section_to *to, const char *name, FILE *f, size_t n, size_t raw);

/** Write bytes in base64. */
void section_write_base64(struct out *out, const uint8_t *bytes, size_t n);

/** Write a text uncompressed, in base64, as an element with an id. */
void section_write_text(struct out *out, const char *id, const char *text);

#endif
