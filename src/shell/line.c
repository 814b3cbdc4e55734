/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The line being edited and its display: insertion, deletion, cursor movement.
 *
 * A line wider than the terminal is shown through a window, because few terminals move the cursor back over a
 * wrap.
 */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <string.h>
#include <spoor/util/format.h>
#include <spoor/util/text.h>
#include "line_priv.h"

#define LENGTH_MAX (SPOOR_SHELL_LINE_BYTES - 1)
#define BELL       "\a"

void spoor_line_write(struct spoor_edit *e, const char *text)
{
    e->ops->write(text, strlen(text));
}

static unsigned window_columns(const struct spoor_edit *e)
{
    return SPOOR_SHELL_SCREEN_COLUMNS - 1 - strlen(e->prompt);
}

/*
 * If the cursor is outside the window, move the window so that the cursor is in its middle. Further typing
 * then rarely scrolls.
 *
 * @return whether it moved
 */
static bool scroll(struct spoor_edit *e)
{
    unsigned columns = window_columns(e);

    if (e->cursor >= e->first && e->cursor <= e->first + columns) {
        return false;
    }
    e->first = e->cursor > columns / 2 ? (uint8_t)(e->cursor - columns / 2) : 0;
    return true;
}

/* Move the terminal's cursor by `n` columns; `way` is 'C' to the right or 'D' to the left. */
static void step(struct spoor_edit *e, unsigned n, char way)
{
    char digits[SPOOR_FORMAT_U64_BYTES];

    if (n > 0) {
        spoor_line_write(e, "\x1b[");
        spoor_line_write(e, spoor_format_u64(digits, n));
        e->ops->write(&way, 1);
    }
}

void spoor_line_redraw(struct spoor_edit *e)
{
    scroll(e);

    unsigned shown = e->length - e->first;

    if (shown > window_columns(e)) {
        shown = window_columns(e);
    }
    spoor_line_write(e, "\r");
    spoor_line_write(e, e->prompt);
    e->ops->write(e->line + e->first, shown);
    spoor_line_write(e, "\x1b[K");
    step(e, e->first + shown - e->cursor, 'D');
}

void spoor_line_put(struct spoor_edit *e, char c)
{
    e->length++;
    for (unsigned at = e->cursor; at <= e->length; at++) {
        char next = e->line[at];

        e->line[at] = c;
        c = next;
    }
    e->cursor++;
}

void spoor_line_show_put(struct spoor_edit *e, unsigned n)
{
    if (e->cursor == e->length && !scroll(e)) {
        e->ops->write(e->line + e->cursor - n, n);
    } else {
        spoor_line_redraw(e);
    }
}

void spoor_line_type(struct spoor_edit *e, char c)
{
    if (e->length == LENGTH_MAX) {
        e->too_long = true;
        spoor_line_write(e, BELL);
        return;
    }
    spoor_line_put(e, c);
    spoor_line_show_put(e, 1);
}

void spoor_line_erase(struct spoor_edit *e, unsigned from, unsigned to)
{
    bool last_one = to == e->length && to == from + 1 && e->cursor == to;

    (void)spoor_text_put(e->line + from, e->line + to);
    e->length = (uint8_t)(e->length - (to - from));
    e->cursor = (uint8_t)from;
    if (last_one && !scroll(e)) {
        spoor_line_write(e, "\b \b");
    } else {
        spoor_line_redraw(e);
    }
}

unsigned spoor_line_word_start(const struct spoor_edit *e)
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

unsigned spoor_line_word_end(const struct spoor_edit *e)
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

void spoor_line_move_to(struct spoor_edit *e, unsigned cursor)
{
    unsigned before = e->cursor;

    e->cursor = (uint8_t)cursor;
    if (scroll(e)) {
        spoor_line_redraw(e);
    } else if (cursor < before) {
        step(e, before - cursor, 'D');
    } else {
        step(e, cursor - before, 'C');
    }
}

void spoor_line_show_old(struct spoor_edit *e, unsigned n)
{
    const char *line = n == 0 ? e->draft : spoor_history_get(e->history, n - 1);

    if (line == NULL || n > UINT8_MAX) {
        return;
    }
    if (e->old == 0) {
        (void)spoor_text_put(e->draft, e->line);
    }
    e->old = (uint8_t)n;
    e->length = (uint8_t)(spoor_text_put(e->line, line) - e->line);
    e->first = 0;
    e->cursor = e->length;
    spoor_line_redraw(e);
}

void spoor_line_clear(struct spoor_edit *e)
{
    e->line[0] = '\0';
    e->length = e->cursor = e->first = 0;
    e->old = 0;
    e->too_long = false;
}

#endif
