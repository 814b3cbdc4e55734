/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables on stdio. Portable.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <shell/table.h>

#define GAP "  "

enum { MEASURE = 1, PRINT };

static void put(struct table *t, const char *text)
{
    const struct table_column *c = &t->columns[t->column];
    bool last = t->column + 1 == t->column_count;
    size_t length = strlen(text);

    if (t->pass == MEASURE) {
        if (length > t->width[t->column]) {
            t->width[t->column] = (uint8_t)length;
        }
    } else {
        int width = t->width[t->column];

        /* No blanks at the end of a line. */
        if (c->align == TABLE_RIGHT) {
            printf("%*s", width, text);
        } else if (last) {
            fputs(text, stdout);
        } else {
            printf("%-*s", width, text);
        }
        fputs(last ? "\n" : GAP, stdout);
    }
    t->column = last ? 0 : (uint8_t)(t->column + 1);
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
        return 0;
    }
    t->pass++;
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
