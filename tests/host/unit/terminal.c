/* SPDX-License-Identifier: BSD-2-Clause */
/* A model of a terminal: one row with a cursor, and the text of the rows above it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "terminal.h"

struct terminal terminal;

static void new_row(void)
{
    memset(terminal.row, ' ', COLUMNS);
    terminal.row[COLUMNS] = '\0';
    terminal.column = 0;
}

static void leave_row(void)
{
    size_t end = COLUMNS;

    while (end > 0 && terminal.row[end - 1] == ' ') {
        end--;
    }
    terminal.row[end] = '\0';
    if (strlen(terminal.above) + end + 2 < sizeof(terminal.above)) {
        strcat(strcat(terminal.above, terminal.row), "\n");
    }
    new_row();
}

/* Process the sequence after ESC [. @return its end */
static const char *control(const char *p)
{
    unsigned n = (unsigned)strtoul(p, (char **)&p, 10);

    switch (*p) {
    case 'K':
        memset(terminal.row + terminal.column, ' ', COLUMNS - terminal.column);
        break;
    case 'D':
        assert_in_range(n, 1, terminal.column);
        terminal.column -= n;
        break;
    case 'C':
        assert_in_range(n, 1, COLUMNS - 1 - terminal.column);
        terminal.column += n;
        break;
    case 'H':
        break;
    case 'J':
        new_row();
        break;
    default:
        fail_msg("the terminal was sent ESC [ %u %c", n, *p);
    }
    return p;
}

void terminal_show(const char *data, size_t n)
{
    static char pending[64]; /* a sequence may be split over several calls */
    static size_t held;

    for (size_t i = 0; i < n; i++) {
        char c = data[i];

        if (held > 0) {
            pending[held++] = c;
            pending[held] = '\0';
            if (c >= '@' && c != '[') {
                control(pending + 2);
                held = 0;
            }
        } else if (c == 0x1b) {
            pending[held++] = c;
        } else if (c == '\r') {
            terminal.column = 0;
        } else if (c == '\n') {
            leave_row();
        } else if (c == '\b') {
            assert_true(terminal.column > 0);
            terminal.column--;
        } else if (c == '\a') {
            terminal.bells++;
        } else {
            assert_in_range((unsigned char)c, ' ', '~');
            assert_true(terminal.column < COLUMNS - 1);
            terminal.row[terminal.column++] = c;
        }
    }
}

void terminal_clear(void)
{
    memset(&terminal, 0, sizeof(terminal));
    new_row();
}
