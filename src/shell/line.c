/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The line being edited, and its display: insertion, deletion, moves of the cursor.
 *
 * A line wider than the terminal is shown through a window, since few terminals move back over a wrap.
 */
#include <string.h>
#include <util/format.h>
#include "line_priv.h"

#define LENGTH_MAX (SHELL_LINE_BYTES - 1)
#define BELL       "\a"

void line_write(struct edit *e, const char *text)
{
    e->ops->write(text, strlen(text));
}

static unsigned window_columns(const struct edit *e)
{
    return SHELL_SCREEN_COLUMNS - 1 - strlen(e->prompt);
}

/* Move the window by half of itself if the cursor is out of it, so that typing on rarely moves it. */
static bool scroll(struct edit *e)
{
    unsigned columns = window_columns(e);

    if (e->cursor >= e->first && e->cursor <= e->first + columns) {
        return false;
    }
    e->first = e->cursor > columns / 2 ? (uint8_t)(e->cursor - columns / 2) : 0;
    return true;
}

/* Move the terminal's cursor by `n` columns; `way` is 'C' to the right or 'D' to the left. */
static void step(struct edit *e, unsigned n, char way)
{
    char digits[FORMAT_U64_BYTES];

    if (n > 0) {
        line_write(e, "\x1b[");
        line_write(e, format_u64(digits, n));
        e->ops->write(&way, 1);
    }
}

void line_redraw(struct edit *e)
{
    scroll(e);

    unsigned shown = e->length - e->first;

    if (shown > window_columns(e)) {
        shown = window_columns(e);
    }
    line_write(e, "\r");
    line_write(e, e->prompt);
    e->ops->write(e->line + e->first, shown);
    line_write(e, "\x1b[K");
    step(e, e->first + shown - e->cursor, 'D');
}

void line_put(struct edit *e, char c)
{
    memmove(e->line + e->cursor + 1, e->line + e->cursor, e->length - e->cursor + 1u);
    e->line[e->cursor++] = c;
    e->length++;
}

void line_show_put(struct edit *e, unsigned n)
{
    if (e->cursor == e->length && !scroll(e)) {
        e->ops->write(e->line + e->cursor - n, n);
    } else {
        line_redraw(e);
    }
}

void line_type(struct edit *e, char c)
{
    if (e->length == LENGTH_MAX) {
        e->too_long = true;
        line_write(e, BELL);
        return;
    }
    line_put(e, c);
    line_show_put(e, 1);
}

void line_erase(struct edit *e, unsigned from, unsigned to)
{
    bool last_one = to == e->length && to == from + 1 && e->cursor == to;

    memmove(e->line + from, e->line + to, e->length - to + 1);
    e->length = (uint8_t)(e->length - (to - from));
    e->cursor = (uint8_t)from;
    if (last_one && !scroll(e)) {
        line_write(e, "\b \b");
    } else {
        line_redraw(e);
    }
}

unsigned line_word_start(const struct edit *e)
{
    unsigned at = e->cursor;

    while (at > 0 && e->line[at - 1] == ' ') {
        at--;
    }
    while (at > 0 && e->line[at - 1] != ' ') {
        at--;
    }
    return at;
}

unsigned line_word_end(const struct edit *e)
{
    unsigned at = e->cursor;

    while (at < e->length && e->line[at] == ' ') {
        at++;
    }
    while (at < e->length && e->line[at] != ' ') {
        at++;
    }
    return at;
}

void line_move_to(struct edit *e, unsigned cursor)
{
    unsigned before = e->cursor;

    e->cursor = (uint8_t)cursor;
    if (scroll(e)) {
        line_redraw(e);
    } else if (cursor < before) {
        step(e, before - cursor, 'D');
    } else {
        step(e, cursor - before, 'C');
    }
}

void line_show_old(struct edit *e, unsigned n)
{
    const char *line = n == 0 ? e->draft : history_get(e->history, n - 1);

    if (line == NULL || n > UINT8_MAX) {
        return;
    }
    if (e->old == 0) {
        strcpy(e->draft, e->line);
    }
    e->old = (uint8_t)n;
    strcpy(e->line, line);
    e->length = (uint8_t)strlen(line);
    e->first = 0;
    e->cursor = e->length;
    line_redraw(e);
}

void line_clear(struct edit *e)
{
    e->line[0] = '\0';
    e->length = e->cursor = e->first = 0;
    e->old = 0;
    e->too_long = false;
}
