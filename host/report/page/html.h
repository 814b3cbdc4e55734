/* SPDX-License-Identifier: BSD-2-Clause */
/* HTML output: escaped text, tables, and templates with placeholders in double braces. */
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

/** A placeholder of a template: {{name}} is replaced by text, {{{name}}} by HTML. */
struct html_place {
    const char *name;
    const char *text;                          /**< NULL: `write` is called instead */
    void (*write)(void *arg, struct out *out); /**< writes HTML; for {{{name}}} only */
    void *arg;
};

/**
 * Write a template with its placeholders replaced.
 *
 * @param wrong  set to a message when a placeholder has no entry in `places`
 * @return false in that case
 */
bool html_template(struct out *out, const char *text, const struct html_place *places, unsigned count,
                   const char **wrong);

#endif
