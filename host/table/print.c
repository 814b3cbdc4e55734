/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows as aligned text, CSV (RFC 4180) and JSON lines. */
#include <string.h>
#include "table_priv.h"

/* ------------------------------------------------------------------ values */

static void put_value(struct out *o, const struct column *column, const struct cell *cell)
{
    uint64_t n = cell->number < 0 ? -(uint64_t)cell->number : (uint64_t)cell->number;
    uint32_t unit = column_forms[column->type].scale;

    if (cell->number < 0) {
        out_char(o, '-');
    }
    out_number(o, n / unit, 0);
    if (column_forms[column->type].digits != 0) {
        out_char(o, '.');
        out_digits(o, (uint32_t)(n % unit), column_forms[column->type].digits);
    }
}

static unsigned digits_of(uint64_t n)
{
    unsigned digits = 1;

    for (; n >= 10; n /= 10) {
        digits++;
    }
    return digits;
}

/* Count the characters of UTF-8 text: bytes that don't continue one. Escapes count as they are written. */
static unsigned text_width(const char *text, size_t n)
{
    unsigned width = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];

        width += c < 0x20 || c == 0x7F ? 6 : c == '"' || c == '\\' ? 2 : (c & 0xC0) != 0x80;
    }
    return width;
}

unsigned table_name_width(const char *name)
{
    return text_width(name, strlen(name));
}

unsigned table_width(const struct column *column, const struct cell *cell)
{
    if (cell->empty) {
        return 1;
    }
    if (column->type == COLUMN_TEXT) {
        return text_width(cell->text, cell->length);
    }
    uint64_t n = cell->number < 0 ? -(uint64_t)cell->number : (uint64_t)cell->number;
    unsigned digits = column_forms[column->type].digits;

    return (cell->number < 0) + digits_of(n / column_forms[column->type].scale) + (digits != 0) + digits;
}

/* ------------------------------------------------------------------ text */

static void blanks(struct out *o, unsigned n)
{
    while (n-- > 0) {
        out_char(o, ' ');
    }
}

/* Numbers are aligned to the right, texts to the left; the last text has no blanks after it. */
static void put_aligned(struct table *t, unsigned i, const struct cell *cell)
{
    const struct column *column = &t->kind->columns[i];
    unsigned width = table_width(column, cell);
    unsigned pad = width < t->width[i] ? t->width[i] - width : 0;
    bool left = column->type == COLUMN_TEXT;

    if (i != 0) {
        out_literal(t->out, "  ");
    }
    if (!left) {
        blanks(t->out, pad);
    }
    if (cell->empty) {
        out_char(t->out, '-');
    } else if (left) {
        out_escaped(t->out, cell->text, cell->length);
    } else {
        put_value(t->out, column, cell);
    }
    if (left && i + 1 < t->kind->count) {
        blanks(t->out, pad);
    }
}

static void text_head(struct table *t)
{
    for (unsigned i = 0; i < t->kind->count; i++) {
        const struct column *column = &t->kind->columns[i];
        size_t length = strlen(column->name);
        unsigned pad = t->width[i] - table_name_width(column->name);

        if (i != 0) {
            out_literal(t->out, "  ");
        }
        if (column->type != COLUMN_TEXT) {
            blanks(t->out, pad);
        }
        out_escaped(t->out, column->name, length);
        if (column->type == COLUMN_TEXT && i + 1 < t->kind->count) {
            blanks(t->out, pad);
        }
    }
    out_char(t->out, '\n');
}

/* ------------------------------------------------------------------ CSV, JSON */

/* Text that a spreadsheet would take for a formula gets a quote before it. */
static void put_csv(struct out *o, const char *text, size_t n)
{
    bool quoted = memchr(text, '"', n) != NULL || memchr(text, ',', n) != NULL ||
                  memchr(text, '\n', n) != NULL || memchr(text, '\r', n) != NULL;

    if (quoted) {
        out_char(o, '"');
    }
    if (n > 0 && strchr("=+-@", text[0]) != NULL) {
        out_char(o, '\'');
    }
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"') {
            out_char(o, '"');
        }
        out_char(o, text[i]);
    }
    if (quoted) {
        out_char(o, '"');
    }
}

static void csv_row(struct table *t, const struct cell *row)
{
    for (unsigned i = 0; i < t->kind->count; i++) {
        if (i != 0) {
            out_char(t->out, ',');
        }
        if (row[i].empty) {
            continue;
        }
        if (t->kind->columns[i].type == COLUMN_TEXT) {
            put_csv(t->out, row[i].text, row[i].length);
        } else {
            put_value(t->out, &t->kind->columns[i], &row[i]);
        }
    }
    out_char(t->out, '\n');
}

static void json_row(struct table *t, const struct cell *row)
{
    struct out *o = t->out;

    out_literal(o, "{\"table\":\"");
    out_text(o, t->kind->name);
    out_char(o, '"');
    for (unsigned i = 0; i < t->kind->count; i++) {
        out_literal(o, ",\"");
        out_escaped(o, t->kind->columns[i].name, strlen(t->kind->columns[i].name));
        out_literal(o, "\":");
        if (row[i].empty) {
            out_literal(o, "null");
        } else if (row[i].bare) {
            out_bytes(o, row[i].text, row[i].length);
        } else if (t->kind->columns[i].type == COLUMN_TEXT) {
            out_char(o, '"');
            out_escaped(o, row[i].text, row[i].length);
            out_char(o, '"');
        } else {
            put_value(o, &t->kind->columns[i], &row[i]);
        }
    }
    out_literal(o, "}\n");
}

/* ------------------------------------------------------------------ by format */

void table_write_head(struct table *t)
{
    switch (t->format) {
    case TABLE_TEXT:
        text_head(t);
        break;
    case TABLE_CSV:
        for (unsigned i = 0; i < t->kind->count; i++) {
            if (i != 0) {
                out_char(t->out, ',');
            }
            put_csv(t->out, t->kind->columns[i].name, strlen(t->kind->columns[i].name));
        }
        out_char(t->out, '\n');
        break;
    case TABLE_JSON:
        break;
    case TABLE_ROWS:
        break;
    }
}

void table_write_row(struct table *t, const struct cell *row)
{
    switch (t->format) {
    case TABLE_TEXT:
        for (unsigned i = 0; i < t->kind->count; i++) {
            put_aligned(t, i, &row[i]);
        }
        out_char(t->out, '\n');
        break;
    case TABLE_CSV:
        csv_row(t, row);
        break;
    case TABLE_JSON:
        json_row(t, row);
        break;
    case TABLE_ROWS:
        t->take(t->arg, row);
        break;
    }
}
