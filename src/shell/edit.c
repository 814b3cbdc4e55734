/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The line editor's keys and display. Portable: bytes in, bytes out through edit_ops.
 *
 * A line wider than the terminal is shown through a window, since few terminals move back over a wrap.
 * Escape sequences are told apart by bytes alone, never by time: under an emulator time says nothing.
 */
#include <string.h>
#include <util/format.h>
#include "edit_priv.h"

#define LENGTH_MAX (SHELL_LINE_BYTES - 1)
#define BELL       "\a"

enum key {
    KEY_NONE,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_UP,
    KEY_DOWN,
    KEY_BACKSPACE,
    KEY_DELETE,
    KEY_COMPLETE,
    KEY_KILL_REST,
    KEY_KILL_START,
    KEY_KILL_WORD,
    KEY_CLEAR,
    KEY_DROP,
};

#define CTRL(letter) ((letter)&0x1f)

static const uint8_t control_keys[32] = {
    [CTRL('A')] = KEY_HOME,       [CTRL('B')] = KEY_LEFT,      [CTRL('C')] = KEY_DROP,
    [CTRL('D')] = KEY_DELETE,     [CTRL('E')] = KEY_END,       [CTRL('F')] = KEY_RIGHT,
    [CTRL('H')] = KEY_BACKSPACE,  [CTRL('I')] = KEY_COMPLETE,  [CTRL('K')] = KEY_KILL_REST,
    [CTRL('L')] = KEY_CLEAR,      [CTRL('N')] = KEY_DOWN,      [CTRL('P')] = KEY_UP,
    [CTRL('U')] = KEY_KILL_START, [CTRL('W')] = KEY_KILL_WORD,
};

/* Where in an escape sequence (ECMA-48) the input stands. */
enum escape {
    ESCAPE_NONE,
    ESCAPE_BEGUN,  /* ESC */
    ESCAPE_CSI,    /* ESC [, in the first parameter */
    ESCAPE_CSI_ON, /* ESC [, behind it */
    ESCAPE_SS3,    /* ESC O */
    ESCAPE_SKIP,   /* ESC [ [, of the Linux console: one more byte */
};

void edit_write(struct edit *e, const char *text)
{
    e->ops->write(text, strlen(text));
}

static unsigned window_columns(const struct edit *e)
{
    return EDIT_SCREEN_COLUMNS - 1 - strlen(e->prompt);
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
        edit_write(e, "\x1b[");
        edit_write(e, format_u64(digits, n));
        e->ops->write(&way, 1);
    }
}

void edit_redraw(struct edit *e)
{
    scroll(e);

    unsigned shown = e->length - e->first;

    if (shown > window_columns(e)) {
        shown = window_columns(e);
    }
    edit_write(e, "\r");
    edit_write(e, e->prompt);
    e->ops->write(e->line + e->first, shown);
    edit_write(e, "\x1b[K");
    step(e, e->first + shown - e->cursor, 'D');
}

void edit_put(struct edit *e, char c)
{
    memmove(e->line + e->cursor + 1, e->line + e->cursor, e->length - e->cursor + 1u);
    e->line[e->cursor++] = c;
    e->length++;
}

void edit_show_put(struct edit *e, unsigned n)
{
    if (e->cursor == e->length && !scroll(e)) {
        e->ops->write(e->line + e->cursor - n, n);
    } else {
        edit_redraw(e);
    }
}

static void type(struct edit *e, char c)
{
    if (e->length == LENGTH_MAX) {
        e->too_long = true;
        edit_write(e, BELL);
        return;
    }
    edit_put(e, c);
    edit_show_put(e, 1);
}

static void erase(struct edit *e, unsigned from, unsigned to)
{
    bool last_one = to == e->length && to == from + 1 && e->cursor == to;

    memmove(e->line + from, e->line + to, e->length - to + 1);
    e->length = (uint8_t)(e->length - (to - from));
    e->cursor = (uint8_t)from;
    if (last_one && !scroll(e)) {
        edit_write(e, "\b \b");
    } else {
        edit_redraw(e);
    }
}

static unsigned word_start(const struct edit *e)
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

static void move_to(struct edit *e, unsigned cursor)
{
    unsigned before = e->cursor;

    e->cursor = (uint8_t)cursor;
    if (scroll(e)) {
        edit_redraw(e);
    } else if (cursor < before) {
        step(e, before - cursor, 'D');
    } else {
        step(e, cursor - before, 'C');
    }
}

static void show_old(struct edit *e, unsigned n)
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
    edit_redraw(e);
}

static void clear_line(struct edit *e)
{
    e->line[0] = '\0';
    e->length = e->cursor = e->first = 0;
    e->old = 0;
    e->too_long = false;
}

static void press(struct edit *e, enum key key, bool after_tab)
{
    switch (key) {
    case KEY_LEFT:
        move_to(e, e->cursor - (e->cursor > 0));
        break;
    case KEY_RIGHT:
        move_to(e, e->cursor + (e->cursor < e->length));
        break;
    case KEY_HOME:
        move_to(e, 0);
        break;
    case KEY_END:
        move_to(e, e->length);
        break;
    case KEY_UP:
        show_old(e, e->old + 1u);
        break;
    case KEY_DOWN:
        if (e->old > 0) {
            show_old(e, e->old - 1u);
        }
        break;
    case KEY_BACKSPACE:
        if (e->cursor > 0) {
            erase(e, e->cursor - 1u, e->cursor);
        }
        break;
    case KEY_DELETE:
        if (e->cursor < e->length) {
            erase(e, e->cursor, e->cursor + 1u);
        }
        break;
    case KEY_COMPLETE:
        edit_complete(e, after_tab);
        break;
    case KEY_KILL_REST:
        erase(e, e->cursor, e->length);
        break;
    case KEY_KILL_START:
        erase(e, 0, e->cursor);
        break;
    case KEY_KILL_WORD:
        erase(e, word_start(e), e->cursor);
        break;
    case KEY_CLEAR:
        edit_write(e, "\x1b[H\x1b[2J");
        edit_redraw(e);
        break;
    case KEY_NONE:
    case KEY_DROP:
        break;
    }
}

/* The key of a sequence ESC [ number final, or ESC O final. */
static enum key escape_key(char final, unsigned number)
{
    static const uint8_t numbered[] = {
        [1] = KEY_HOME, [3] = KEY_DELETE, [4] = KEY_END, [7] = KEY_HOME, [8] = KEY_END};

    switch (final) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return KEY_RIGHT;
    case 'D':
        return KEY_LEFT;
    case 'H':
        return KEY_HOME;
    case 'F':
        return KEY_END;
    case '~':
        return number < sizeof(numbered) ? numbered[number] : KEY_NONE;
    default:
        return KEY_NONE;
    }
}

/* Take a printable byte inside an escape sequence. Returns false when it is none of the sequence's. */
static bool feed_escape(struct edit *e, char c, enum key *key)
{
    switch ((enum escape)e->escape) {
    case ESCAPE_BEGUN:
        e->parameter = 0;
        e->escape = c == '[' ? ESCAPE_CSI : c == 'O' ? ESCAPE_SS3 : ESCAPE_NONE;
        return e->escape != ESCAPE_NONE;
    case ESCAPE_CSI:
    case ESCAPE_CSI_ON:
        if (c >= '0' && c <= '9' && e->escape == ESCAPE_CSI) {
            /* More than two digits are no key: one that stays out of the way. */
            e->parameter = e->parameter > 9 ? 99 : (uint8_t)(e->parameter * 10 + (c - '0'));
        } else if (c < '@') {
            e->escape = ESCAPE_CSI_ON;
        } else if (c == '[') {
            e->escape = ESCAPE_SKIP;
        } else {
            e->escape = ESCAPE_NONE;
            *key = escape_key(c, e->parameter);
        }
        return true;
    case ESCAPE_SS3:
        *key = escape_key(c, 0);
        break;
    case ESCAPE_SKIP:
    case ESCAPE_NONE:
        break;
    }
    e->escape = ESCAPE_NONE;
    return true;
}

static enum edit_result finish(struct edit *e)
{
    edit_write(e, "\n");
    if (e->too_long) {
        return EDIT_TOO_LONG;
    }
    history_add(e->history, e->line);
    return EDIT_LINE;
}

enum edit_result edit_feed(struct edit *e, char byte)
{
    bool after_cr = e->after_cr, after_tab = e->after_tab;
    unsigned char c = (unsigned char)byte;
    enum key key = KEY_NONE;

    e->after_cr = c == '\r';
    e->after_tab = c == '\t';
    if (c < ' ' || c >= 0x7f) {
        /* What can't stand inside a sequence ends it. */
        e->escape = c == 0x1b ? ESCAPE_BEGUN : ESCAPE_NONE;
        key = c < ' ' ? control_keys[c] : c == 0x7f ? KEY_BACKSPACE : KEY_NONE;
    } else if (e->escape == ESCAPE_NONE || !feed_escape(e, byte, &key)) {
        if (!e->too_long) {
            type(e, byte);
        }
        return EDIT_MORE;
    }
    if (c == '\r' || (c == '\n' && !after_cr)) {
        return finish(e);
    }
    if (key == KEY_DROP) {
        edit_write(e, "^C\n");
        return EDIT_DROPPED;
    }
    if (!e->too_long) {
        press(e, key, after_tab);
    } else if (key == KEY_KILL_START) {
        clear_line(e);
        edit_redraw(e);
    }
    return EDIT_MORE;
}

void edit_begin(struct edit *e)
{
    clear_line(e);
    edit_write(e, e->prompt);
}

void edit_init(struct edit *e, const struct edit_ops *ops, const char *prompt, struct history *history)
{
    memset(e, 0, sizeof(*e));
    e->ops = ops;
    e->prompt = prompt;
    e->history = history;
}
