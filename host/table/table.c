/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rows are kept until the widths of the columns are known. Text is aligned to the first 1000 rows; later rows
 * are printed at once. Sorted tables are kept whole.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/time.h>
#include <base/vector.h>
#include "table_priv.h"

#define KEPT_FOR_WIDTHS 1000

#define BLOCK_BYTES 16384

/* Texts of kept rows, in blocks that never move. */
struct text_block {
    struct text_block *next;
    size_t used, room;
    char bytes[];
};

/* ------------------------------------------------------------------ keeping */

static char *keep_text(struct table *t, const char *text, size_t n)
{
    if (t->texts == NULL || t->texts->room - t->texts->used < n + 1) {
        size_t room = n + 1 > BLOCK_BYTES ? n + 1 : BLOCK_BYTES;
        struct text_block *block = malloc(sizeof *block + room);

        if (block == NULL) {
            t->failed = true;
            return NULL;
        }
        *block = (struct text_block){.next = t->texts, .room = room};
        t->texts = block;
    }
    char *at = t->texts->bytes + t->texts->used;

    memcpy(at, text, n);
    at[n] = 0;
    t->texts->used += n + 1;
    return at;
}

static void free_texts(struct table *t)
{
    while (t->texts != NULL) {
        struct text_block *next = t->texts->next;

        free(t->texts);
        t->texts = next;
    }
}

static void keep_row(struct table *t)
{
    if (!vector_grow(&t->kept, t->kept_rows, t->kind->count * sizeof *t->kept)) {
        t->failed = true;
        return;
    }
    memcpy(t->kept + t->kept_rows * t->kind->count, t->row, t->kind->count * sizeof *t->kept);
    t->kept_rows++;
    for (unsigned i = 0; i < t->kind->count; i++) {
        unsigned width = table_width(&t->kind->columns[i], &t->row[i]);

        t->width[i] = width > t->width[i] ? width : t->width[i];
    }
}

/* ------------------------------------------------------------------ writing */

static void write_head(struct table *t)
{
    if (!t->headed) {
        table_write_head(t);
        t->headed = true;
    }
}

static void write_kept(struct table *t)
{
    for (size_t i = 0; i < t->kept_rows && (t->top == 0 || i < t->top); i++) {
        table_write_row(t, t->kept + i * t->kind->count);
    }
    t->kept_rows = 0;
    free_texts(t);
}

/* The sort key: sort_stable() passes no argument. */
static _Thread_local struct {
    unsigned column;
    enum column_type type;
    bool descending;
} sorted;

static int compare(const void *a, const void *b)
{
    const struct cell *x = (const struct cell *)a + sorted.column,
                      *y = (const struct cell *)b + sorted.column;
    int order;

    if (x->empty || y->empty) {
        return (int)x->empty - (int)y->empty;
    }
    if (sorted.type == COLUMN_TEXT) {
        order = strcmp(x->text, y->text);
    } else {
        order = (x->number > y->number) - (x->number < y->number);
    }
    return sorted.descending ? -order : order;
}

static int find_column(const struct table *t, const char *name)
{
    for (unsigned i = 0; i < t->kind->count; i++) {
        if (strcmp(t->kind->columns[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static bool sort_rows(struct table *t)
{
    int column = find_column(t, t->sort + (t->sort[0] == '-'));

    if (column < 0) {
        return false;
    }
    sorted.column = (unsigned)column;
    sorted.type = t->kind->columns[column].type;
    sorted.descending = t->sort[0] == '-';
    if (t->kept_rows == 0) {
        return true;
    }
    sort_stable(t->kept, t->kept_rows, t->kind->count * sizeof *t->kept, compare);
    return true;
}

/* ------------------------------------------------------------------ rows */

void table_begin(struct table *t, const struct table_kind *kind)
{
    t->kind = kind;
    t->rows = t->kept_rows = 0;
    t->filled = 0;
    t->failed = false;
    t->streaming = t->sort == NULL && t->format != TABLE_TEXT;
    for (unsigned i = 0; i < kind->count; i++) {
        t->width[i] = table_name_width(kind->columns[i].name);
    }
    t->headed = false;
}

/* A row that doesn't fit its columns is a bug in the analysis: values would be under wrong names. */
static _Noreturn void misfit(const struct table *t, const char *what)
{
    fprintf(stderr, "spoor: a row of the table %s %s\n", t->kind->name, what);
    abort();
}

static inline struct cell *next_cell(struct table *t, bool text)
{
    if (__builtin_expect(t->filled == t->kind->count, 0)) {
        misfit(t, "has more values than columns");
    }
    const struct column *c = &t->kind->columns[t->filled];

    if (__builtin_expect((c->type == COLUMN_TEXT) != text, 0)) {
        misfit(t, text ? "has a text in a column of numbers" : "has a number in a column of text");
    }
    return &t->row[t->filled++];
}

void table_text_n(struct table *t, const char *text, size_t n)
{
    char *kept = keep_text(t, text, n);

    *next_cell(t, true) = (struct cell){.text = kept, .length = n, .empty = kept == NULL};
}

void table_text(struct table *t, const char *text)
{
    table_text_n(t, text, strlen(text));
}

void table_number(struct table *t, int64_t number)
{
    *next_cell(t, false) = (struct cell){.number = number};
}

void table_empty(struct table *t)
{
    if (t->filled == t->kind->count) {
        misfit(t, "has more values than columns");
    }
    t->row[t->filled++] = (struct cell){.empty = true};
}

void table_cycles(struct table *t, uint64_t cycles, uint32_t hz)
{
    table_number(t, (int64_t)time_ns(cycles, hz));
}

void table_real(struct table *t, double value)
{
    table_number(t, (int64_t)llround(value * 1000));
}

void table_ratio(struct table *t, uint64_t part, uint64_t of)
{
    if (of == 0) {
        table_empty(t);
    } else {
        table_real(t, 100.0 * (double)part / (double)of);
    }
}

void table_end_row(struct table *t)
{
    if (t->filled != t->kind->count) {
        misfit(t, "has fewer values than columns");
    }
    t->filled = 0;
    t->rows++;
    if (t->also != NULL) {
        t->also(t->also_arg, t->kind, t->row);
    }
    if (t->streaming) {
        write_head(t);
        if (t->top == 0 || t->rows <= t->top) {
            table_write_row(t, t->row);
        }
        free_texts(t);
        return;
    }
    keep_row(t);
    if (t->sort == NULL && t->kept_rows == KEPT_FOR_WIDTHS) {
        write_head(t);
        t->streaming = true;
        write_kept(t);
    }
}

bool table_has_column(const struct table_kind *kind, const char *sort)
{
    for (unsigned n = 0; n < kind->count; n++) {
        if (strcmp(kind->columns[n].name, sort + (sort[0] == '-')) == 0) {
            return true;
        }
    }
    return false;
}

bool table_end(struct table *t)
{
    bool sound = !t->failed;

    if (!t->streaming) {
        if (t->sort != NULL && !sort_rows(t)) {
            sound = false;
        } else {
            write_head(t);
            write_kept(t);
        }
    } else {
        write_head(t); /* of an empty table */
    }
    table_drop(t);
    return sound;
}

void table_drop(struct table *t)
{
    free_texts(t);
    free(t->kept);
    t->kept = NULL;
    t->kept_rows = 0;
}
