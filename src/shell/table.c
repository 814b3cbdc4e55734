/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables on stdio. Portable.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <shell/shell.h>
#include <shell/table.h>

#define SCREEN_COLUMNS 80
#define GAP            2 /* between columns; 1 where the screen has no room */

enum { MEASURE = 1, PRINT, STOPPED };

/* Show as many columns as the screen has room for, with gaps of one blank before one is left out. */
static void fit(struct table *t)
{
    t->gap = GAP + 1;
    do {
        unsigned width = 0;

        t->gap--;
        for (t->shown = 0; t->shown < t->column_count; t->shown++) {
            width += t->width[t->shown] + (t->shown != 0 ? t->gap : 0);
            if (width > SCREEN_COLUMNS && t->shown > 1) {
                break;
            }
        }
    } while (t->shown < t->column_count && t->gap > 1);
}

static void name_hidden(const struct table *t)
{
    if (t->shown == t->column_count) {
        return;
    }
    printf("(no room in %d columns:", SCREEN_COLUMNS);
    for (unsigned i = t->shown; i < t->column_count; i++) {
        printf(" %s", t->columns[i].title);
    }
    printf(")\n");
}

static void put(struct table *t, const char *text)
{
    const struct table_column *c = &t->columns[t->column];
    bool ends_row = t->column + 1 == t->column_count, last = t->column + 1 == t->shown;
    size_t length = strlen(text);

    if (t->pass == MEASURE) {
        if (length > t->width[t->column]) {
            t->width[t->column] = (uint8_t)length;
        }
    } else if (t->pass == PRINT && t->column < t->shown) {
        int width = t->width[t->column];

        /* No blanks at the end of a line. */
        if (c->align == TABLE_RIGHT) {
            printf("%*s", width, text);
        } else if (last) {
            fputs(text, stdout);
        } else {
            printf("%-*s", width, text);
        }
        fputs(last ? "\n" : &"  "[GAP - t->gap], stdout);
    }
    t->column = ends_row ? 0 : (uint8_t)(t->column + 1);
    if (ends_row && t->pass == PRINT && shell_stopped()) {
        t->pass = STOPPED;
    }
}

void table_begin(struct table *t, const struct table_column *columns, unsigned n)
{
    memset(t, 0, sizeof(*t));
    t->columns = columns;
    t->column_count = (uint8_t)n;
}

int table_pass(struct table *t)
{
    t->column = 0;
    if (t->pass == PRINT) {
        name_hidden(t);
    }
    if (t->pass >= PRINT) {
        return 0;
    }
    if (t->pass++ == MEASURE) {
        fit(t);
    }
    for (unsigned i = 0; i < t->column_count; i++) {
        put(t, t->columns[i].title);
    }
    return 1;
}

void table_cell(struct table *t, const char *fmt, ...)
{
    char text[TABLE_CELL_BYTES];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    put(t, text);
}
