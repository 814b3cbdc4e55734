/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables on the terminal. Columns are as wide as their contents; columns that don't fit on the screen are
 * left out.
 */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>
#include <spoor/util/text.h>

/* Replaces the end of a truncated cell. */
#define CUT "..."

#define GAP 2 /* blanks between columns; 1 if the screen has no room for 2 */

enum { MEASURE = 1, PRINT, STOPPED };

/* Show as many columns as fit on the screen. Reduce the gap to one blank before leaving a column out. */
static void fit(struct spoor_table *t)
{
    t->gap = GAP + 1;
    do {
        unsigned width = 0;

        t->gap--;
        for (t->shown = 0; t->shown < t->column_count; t->shown++) {
            width += t->width[t->shown] + (t->shown != 0 ? t->gap : 0);
            if (width > SPOOR_SHELL_SCREEN_COLUMNS && t->shown > 1) {
                break;
            }
        }
    } while (t->shown < t->column_count && t->gap > 1);
}

static void name_hidden(const struct spoor_table *t)
{
    if (t->shown == t->column_count) {
        return;
    }
    spoor_printf("(no room in %d columns:", SPOOR_SHELL_SCREEN_COLUMNS);
    for (unsigned i = t->shown; i < t->column_count; i++) {
        spoor_printf(" %s", spoor_text_nth(t->columns, i) + 1);
    }
    spoor_printf(")\n");
}

/* @return the length of the UTF-8 character at `text`, or 0 if it isn't valid */
static unsigned character(const char *text)
{
    unsigned char first = (unsigned char)text[0];
    unsigned n = first < 0x80   ? 1
                 : first < 0xC2 ? 0
                 : first < 0xE0 ? 2
                 : first < 0xF0 ? 3
                 : first < 0xF5 ? 4
                                : 0;

    for (unsigned i = 1; i < n; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return n;
}

/*
 * Replace control characters and invalid UTF-8 by question marks, because a name may hold any bytes and these
 * would move the cursor or change the screen's colours.
 *
 * @return the number of characters, each one column wide
 */
static unsigned make_printable(char *text)
{
    unsigned n = 0;

    for (; *text != '\0'; n++) {
        unsigned bytes = character(text);

        if (bytes == 0 || (unsigned char)*text < ' ' || *text == 0x7F ||
            (bytes == 2 && (unsigned char)text[0] == 0xC2 && (unsigned char)text[1] < 0xA0)) {
            for (*text++ = '?'; ((unsigned char)*text & 0xC0) == 0x80; *text++ = '?') {
                n++;
            }
        } else {
            text += bytes;
        }
    }
    return n;
}

static void put_blanks(unsigned n)
{
    while (n-- != 0) {
        spoor_putchar(' ');
    }
}

static void put(struct spoor_table *t, const char *text, unsigned length)
{
    bool right = spoor_text_nth(t->columns, t->column)[0] == '>';
    bool ends_row = t->column + 1 == t->column_count, last = t->column + 1 == t->shown;

    if (t->pass == MEASURE) {
        if (length > t->width[t->column]) {
            t->width[t->column] = (uint8_t)length;
        }
    } else if (t->pass == PRINT && t->column < t->shown) {
        unsigned width = t->width[t->column];
        unsigned blanks = width > length ? width - length : 0; /* the value may have grown since */

        put_blanks(right ? blanks : 0);
        spoor_puts(text);
        put_blanks(right || last ? 0 : blanks); /* no trailing blanks */
        spoor_puts(last ? "\n" : &"  "[GAP - t->gap]);
    }
    t->column = ends_row ? 0 : (uint8_t)(t->column + 1);
    if (ends_row && t->pass == PRINT && spoor_shell_stopped()) {
        t->pass = STOPPED;
    }
}

void spoor_table_begin(struct spoor_table *t, const char *columns, unsigned n)
{
    memset(t, 0, sizeof(*t));
    t->columns = columns;
    t->column_count = (uint8_t)n;
}

int spoor_table_pass(struct spoor_table *t)
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
        const char *title = spoor_text_nth(t->columns, i) + 1;

        put(t, title, (unsigned)strlen(title));
    }
    return 1;
}

void spoor_table_cell(struct spoor_table *t, const char *fmt, ...)
{
    char text[SPOOR_TABLE_CELL_BYTES];
    va_list args;

    va_start(args, fmt);
    int wanted = spoor_vsnprintf(text, sizeof text, fmt, args);

    va_end(args);
    if (wanted >= (int)sizeof text) {
        (void)spoor_text_put(text + sizeof text - sizeof CUT, CUT);
    }
    put(t, text, make_printable(text));
}

void spoor_table_text(struct spoor_table *t, const char *text)
{
    spoor_table_cell(t, "%s", text);
}

void spoor_table_number(struct spoor_table *t, uint32_t number)
{
    spoor_table_cell(t, "%lu", (unsigned long)number);
}

#endif
