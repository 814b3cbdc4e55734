/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data in a page: columns of numbers as varints, several columns to a section, which is deflated and in
 * base64, so that nothing in it can be taken for HTML. docs/report.md describes the form.
 */
#ifndef REPORT_PAGE_SECTION_H
#define REPORT_PAGE_SECTION_H

#include <base/message.h>
#include <base/out.h>

/** The number of the form; the page's script refuses others. */
#define SECTION_SCHEMA 1

/** Bytes that grow. All zero: empty. */
struct bytes_column {
    uint8_t *bytes;
    size_t used, room;
    uint64_t before; /**< of a column of differences: the last value */
    bool failed;     /**< no memory */
};

/** Append a number; 7 bits a byte, the low ones first, bit 7: more follow. */
void column_put(struct bytes_column *c, uint64_t number);

/** Append a number that may be negative: its sign is bit 0. */
void column_signed(struct bytes_column *c, int64_t number);

/** Append the difference to the number before, signed. */
void column_step(struct bytes_column *c, uint64_t number);

void column_bytes(struct bytes_column *c, const void *bytes, size_t n);

/** Append another column. */
void column_append(struct bytes_column *c, const struct bytes_column *more);

void column_free(struct bytes_column *c);

/** The form of sections: elements of a page, or frames of a stream for a page that asks for them. */
enum section_form {
    SECTION_HTML,
    SECTION_FRAMES, /**< a line "NAME RAW PACKED", then the packed bytes */
};

/** Where sections go. */
struct section_to {
    struct out *out;
    enum section_form form;
    const struct spoor_report *report; /**< for notes of their sizes */
};

/** Write a section. @return false without memory */
bool section_write(const struct section_to *to, const char *name, const struct bytes_column *c);

/** Write a text as it is, in base64, with an id. */
void section_write_text(struct out *out, const char *id, const char *text);

#endif
