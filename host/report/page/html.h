/* SPDX-License-Identifier: BSD-2-Clause */
/* HTML output: escaped text and tables. */
#ifndef REPORT_PAGE_HTML_H
#define REPORT_PAGE_HTML_H

#include <base/out.h>
#include <table/table.h>

/** Append untrusted text, escaped for elements and for quoted attributes. Bytes that aren't UTF-8 become "?".
 */
void html_text(struct out *o, const char *text);
void html_text_n(struct out *o, const char *text, size_t n);

/** Append text as html_text() does. Text between backticks becomes a <code> element. */
void html_marked(struct out *o, const char *text);

/** Append the number of a cell that isn't text, in its column's unit. */
void html_number(struct out *o, const struct cell *cell, enum column_type type);

/** An HTML table while it is written. */
struct html_table {
    struct out *out;
    const struct table_kind *kind;
    uint64_t rows, top; /**< rows so far; rows after the first `top` are counted but not written */
    bool begun;         /**< the header row was written */
};

/** Start a table. Writes nothing: html_table_row() or html_table_end() writes the header row. */
void html_table_begin(struct html_table *t, struct out *out, const struct table_kind *kind, uint64_t top);
void html_table_row(struct html_table *t, const struct cell *row);
void html_table_end(struct html_table *t);

#endif
