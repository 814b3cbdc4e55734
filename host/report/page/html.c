/* SPDX-License-Identifier: BSD-2-Clause */
/* Characters with a meaning in HTML are written as numeric references. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <report/page/html.h>

void html_text_n(struct out *o, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        size_t length = c >= 0x80 ? out_utf8(text + i, n - i) : 0;

        if (length != 0) {
            out_bytes(o, text + i, length);
            i += length - 1;
        } else if (c == '<' || c == '>' || c == '&' || c == '"' || c == '\'' || c == '`') {
            out_literal(o, "&#");
            out_number(o, c, 0);
            out_char(o, ';');
        } else {
            out_char(o, c >= ' ' && c < 0x7F ? (char)c : c == '\n' ? '\n' : '?');
        }
    }
}

void html_text(struct out *o, const char *text)
{
    html_text_n(o, text, strlen(text));
}

void html_marked(struct out *o, const char *text)
{
    const char *open, *close;

    while ((open = strchr(text, '`')) != NULL && (close = strchr(open + 1, '`')) != NULL) {
        html_text_n(o, text, (size_t)(open - text));
        out_literal(o, "<code>");
        html_text_n(o, open + 1, (size_t)(close - open - 1));
        out_literal(o, "</code>");
        text = close + 1;
    }
    html_text(o, text);
}

/* ------------------------------------------------------------------ tables */

/* The header of "max_us" is "max", followed by its unit in small print. */
static void put_head(struct out *o, const struct column *c)
{
    const struct column_form *form = &column_forms[c->type];
    size_t n = strlen(c->name), end = strlen(form->suffix);

    if (n > end && strcmp(c->name + n - end, form->suffix) == 0) {
        n -= end;
    }
    out_text(o, c->type == COLUMN_TEXT ? "<th scope=\"col\" class=\"t\" data-name=\""
                                       : "<th scope=\"col\" data-name=\"");
    html_text(o, c->name);
    out_literal(o, "\" data-type=\"");
    out_text(o, form->name);
    out_literal(o, "\" title=\"");
    html_text(o, c->help);
    out_literal(o, "\">");
    for (size_t i = 0; i < n; i++) {
        out_char(o, c->name[i] == '_' ? ' ' : c->name[i]);
    }
    if (form->unit != NULL) {
        out_literal(o, " <small>");
        out_text(o, form->unit);
        out_literal(o, "</small>");
    }
    out_literal(o, "</th>");
}

void html_table_begin(struct html_table *t, struct out *out, const struct table_kind *kind, uint64_t top)
{
    *t = (struct html_table){.out = out, .kind = kind, .top = top};
}

/* The header row is written with the first row or at the end, so that a table that fails leaves no output. */
static void begin(struct html_table *t)
{
    if (t->begun) {
        return;
    }
    t->begun = true;
    out_literal(t->out, "<div class=\"w\"><table>\n<thead><tr>");
    for (unsigned n = 0; n < t->kind->count; n++) {
        put_head(t->out, &t->kind->columns[n]);
    }
    out_literal(t->out, "</tr></thead>\n<tbody>\n");
}

void html_number(struct out *o, const struct cell *cell, enum column_type type)
{
    char text[48];

    if (column_forms[type].digits == 0) {
        snprintf(text, sizeof text, "%" PRId64, cell->number);
    } else {
        snprintf(text, sizeof text, type == COLUMN_TIME ? "%.9f" : "%.3f",
                 (double)cell->number / column_forms[type].scale);
    }
    out_text(o, text);
}

/* A text cell after a "depth" column is indented by that depth. */
static void put_cell_begin(struct html_table *t, const struct cell *row, unsigned n)
{
    bool is_text = t->kind->columns[n].type == COLUMN_TEXT;

    if (n > 0 && is_text && !row[n - 1].empty && strcmp(t->kind->columns[n - 1].name, "depth") == 0) {
        out_literal(t->out, "<td class=\"t\" style=\"padding-left:");
        out_number(t->out, row[n - 1].number < 60 ? (uint64_t)row[n - 1].number + 1 : 60, 0);
        out_literal(t->out, "em\">");
    } else {
        out_text(t->out, is_text ? "<td class=\"t\">" : "<td>");
    }
}

void html_table_row(struct html_table *t, const struct cell *row)
{
    struct out *o = t->out;

    begin(t);
    if (t->rows++ >= t->top) {
        return;
    }
    out_literal(o, "<tr>");
    for (unsigned n = 0; n < t->kind->count; n++) {
        enum column_type type = t->kind->columns[n].type;

        put_cell_begin(t, row, n);
        if (row[n].empty) {
            out_literal(o, "<span class=\"none\">–</span>");
        } else if (type == COLUMN_TEXT) {
            html_text_n(o, row[n].text, row[n].length);
        } else {
            html_number(o, &row[n], type);
        }
        out_literal(o, "</td>");
    }
    out_literal(o, "</tr>\n");
}

void html_table_end(struct html_table *t)
{
    begin(t);
    out_literal(t->out, "</tbody></table></div>\n");
    if (t->rows > t->top) {
        out_literal(t->out, "<p class=\"more\">");
        out_number(t->out, t->rows - t->top, 0);
        out_literal(t->out,
                    " more rows aren&#39;t shown here; <code>spoor stats</code> prints all rows.</p>\n");
    } else if (t->rows == 0) {
        out_literal(t->out, "<p class=\"more\">No rows: nothing of this kind was recorded.</p>\n");
    }
}
