/* SPDX-License-Identifier: BSD-2-Clause */
/* HTML: text that nobody vouches for, tables, and a template with places in double braces. */
#ifndef REPORT_PAGE_HTML_H
#define REPORT_PAGE_HTML_H

#include <base/out.h>
#include <table/table.h>

/** Append text so that it is text, in elements and in attributes' quotes. */
void html_text(struct out *o, const char *text);
void html_text_n(struct out *o, const char *text, size_t n);

/** … and what stands between backticks, as code. */
void html_marked(struct out *o, const char *text);

/** A table whose rows come from an analysis. */
struct html_table {
    struct out *out;
    const struct table_kind *kind;
    uint64_t rows, top; /**< top: rows after it are counted only */
    bool begun;         /**< something of it was written */
};

/** Nothing is written before the first row, or the end. */
void html_table_begin(struct html_table *t, struct out *out, const struct table_kind *kind, uint64_t top);
void html_table_row(struct html_table *t, const struct cell *row);
void html_table_end(struct html_table *t);

/** A place of a template: {{name}} is text, {{{name}}} is HTML. */
struct html_place {
    const char *name;
    const char *text;                          /**< or NULL: */
    void (*write)(void *arg, struct out *out); /**< HTML, for {{{name}}} only */
    void *arg;
};

/** Write a template. @param wrong  of an error: the reason @return false after an error */
bool html_template(struct out *out, const char *text, const struct html_place *places, unsigned count,
                   const char **wrong);

#endif
