/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Key decoding of the line editor: maps the terminal's bytes to actions on the line.
 *
 * Escape sequences are recognised by their bytes, not by timing, because timing is unreliable under an
 * emulator.
 */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <string.h>
#include "line_priv.h"

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
    KEY_WORD_LEFT,
    KEY_WORD_RIGHT,
    KEY_KILL_NEXT_WORD,
    KEY_SEARCH,
    KEY_DROP,
};

#define CTRL(letter) ((letter)&0x1f)

static const uint8_t control_keys[32] = {
    [CTRL('A')] = KEY_HOME,      [CTRL('B')] = KEY_LEFT,       [CTRL('C')] = KEY_DROP,
    [CTRL('D')] = KEY_DELETE,    [CTRL('E')] = KEY_END,        [CTRL('F')] = KEY_RIGHT,
    [CTRL('H')] = KEY_BACKSPACE, [CTRL('I')] = KEY_COMPLETE,   [CTRL('K')] = KEY_KILL_REST,
    [CTRL('L')] = KEY_CLEAR,     [CTRL('N')] = KEY_DOWN,       [CTRL('P')] = KEY_UP,
    [CTRL('R')] = KEY_SEARCH,    [CTRL('U')] = KEY_KILL_START, [CTRL('W')] = KEY_KILL_WORD,
};

/* The parser's state within an escape sequence (ECMA-48). */
enum escape {
    ESCAPE_NONE,
    ESCAPE_BEGUN,  /* ESC */
    ESCAPE_CSI,    /* ESC [, parsing the first parameter */
    ESCAPE_CSI_ON, /* ESC [, after the first parameter: parsing the modifier */
    ESCAPE_SS3,    /* ESC O */
    ESCAPE_SKIP,   /* ESC [ [ of the Linux console: ignores one more byte */
};

static void press(struct spoor_edit *e, enum key key, bool after_tab)
{
    switch (key) {
    case KEY_LEFT:
        spoor_line_move_to(e, e->cursor - (e->cursor > 0));
        break;
    case KEY_RIGHT:
        spoor_line_move_to(e, e->cursor + (e->cursor < e->length));
        break;
    case KEY_HOME:
        spoor_line_move_to(e, 0);
        break;
    case KEY_END:
        spoor_line_move_to(e, e->length);
        break;
    case KEY_UP:
        spoor_line_show_old(e, e->old + 1u);
        break;
    case KEY_DOWN:
        if (e->old > 0) {
            spoor_line_show_old(e, e->old - 1u);
        }
        break;
    case KEY_BACKSPACE:
        if (e->cursor > 0) {
            spoor_line_erase(e, e->cursor - 1u, e->cursor);
        }
        break;
    case KEY_DELETE:
        if (e->cursor < e->length) {
            spoor_line_erase(e, e->cursor, e->cursor + 1u);
        }
        break;
    case KEY_COMPLETE:
        spoor_line_complete(e, after_tab);
        break;
    case KEY_KILL_REST:
        spoor_line_erase(e, e->cursor, e->length);
        break;
    case KEY_KILL_START:
        spoor_line_erase(e, 0, e->cursor);
        break;
    case KEY_KILL_WORD:
        spoor_line_erase(e, spoor_line_word_start(e), e->cursor);
        break;
    case KEY_CLEAR:
        spoor_line_write(e, "\x1b[H\x1b[2J");
        spoor_line_redraw(e);
        break;
    case KEY_WORD_LEFT:
        spoor_line_move_to(e, spoor_line_word_start(e));
        break;
    case KEY_WORD_RIGHT:
        spoor_line_move_to(e, spoor_line_word_end(e));
        break;
    case KEY_KILL_NEXT_WORD:
        spoor_line_erase(e, e->cursor, spoor_line_word_end(e));
        break;
    case KEY_SEARCH:
        spoor_search_begin(e);
        break;
    case KEY_NONE:
    case KEY_DROP:
        break;
    }
}

/* @return the key that Alt and a letter (ESC letter) stand for */
static enum key alt_key(char letter)
{
    switch (letter) {
    case 'b':
    case 'B':
        return KEY_WORD_LEFT;
    case 'f':
    case 'F':
        return KEY_WORD_RIGHT;
    case 'd':
    case 'D':
        return KEY_KILL_NEXT_WORD;
    default:
        return KEY_NONE;
    }
}

#define WITH_ALT  3 /* modifier parameters of a sequence */
#define WITH_CTRL 5

/* @return the key of the sequence ESC [ number ; modifier final, or ESC O final */
static enum key escape_key(char final, unsigned number, unsigned modifier)
{
    static const uint8_t numbered[] = {
        [1] = KEY_HOME, [3] = KEY_DELETE, [4] = KEY_END, [7] = KEY_HOME, [8] = KEY_END};

    switch (final) {
    case 'A':
        return KEY_UP;
    case 'B':
        return KEY_DOWN;
    case 'C':
        return modifier == WITH_ALT || modifier == WITH_CTRL ? KEY_WORD_RIGHT : KEY_RIGHT;
    case 'D':
        return modifier == WITH_ALT || modifier == WITH_CTRL ? KEY_WORD_LEFT : KEY_LEFT;
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

/* Parse a printable byte inside an escape sequence. @return false if the byte isn't part of a sequence */
static bool feed_escape(struct spoor_edit *e, char c, enum key *key)
{
    switch ((enum escape)e->escape) {
    case ESCAPE_BEGUN:
        e->parameter = e->modifier = 0;
        e->escape = c == '[' ? ESCAPE_CSI : c == 'O' ? ESCAPE_SS3 : ESCAPE_NONE;
        *key = alt_key(c);
        return e->escape != ESCAPE_NONE || *key != KEY_NONE;
    case ESCAPE_CSI:
    case ESCAPE_CSI_ON:
        if (c >= '0' && c <= '9' && e->escape == ESCAPE_CSI) {
            /* No key has a parameter of more than two digits. */
            e->parameter = e->parameter > 9 ? 99 : (uint8_t)(e->parameter * 10 + (c - '0'));
        } else if (c < '@') {
            e->modifier = e->escape == ESCAPE_CSI_ON && c >= '0' && c <= '9' ? (uint8_t)(c - '0') : 0;
            e->escape = ESCAPE_CSI_ON;
        } else if (c == '[') {
            e->escape = ESCAPE_SKIP;
        } else {
            e->escape = ESCAPE_NONE;
            *key = escape_key(c, e->parameter, e->modifier);
        }
        return true;
    case ESCAPE_SS3:
        *key = escape_key(c, 0, 0);
        break;
    case ESCAPE_SKIP:
    case ESCAPE_NONE:
        break;
    }
    e->escape = ESCAPE_NONE;
    return true;
}

static enum spoor_edit_result finish(struct spoor_edit *e)
{
    spoor_line_write(e, "\n");
    if (e->too_long) {
        return SPOOR_EDIT_TOO_LONG;
    }
    spoor_history_add(e->history, e->line);
    return SPOOR_EDIT_LINE;
}

enum spoor_edit_result spoor_edit_feed(struct spoor_edit *e, char byte)
{
    bool after_cr = e->after_cr, after_tab = e->after_tab;
    unsigned char c = (unsigned char)byte;
    enum key key = KEY_NONE;

    if (e->searching && spoor_search_feed(e, byte)) {
        return SPOOR_EDIT_MORE;
    }
    e->after_cr = c == '\r';
    e->after_tab = c == '\t';
    if (c < ' ' || c >= 0x7f) {
        /* A byte that can't be inside a sequence ends it. */
        e->escape = c == 0x1b ? ESCAPE_BEGUN : ESCAPE_NONE;
        key = c < ' ' ? control_keys[c] : c == 0x7f ? KEY_BACKSPACE : KEY_NONE;
    } else if (e->escape == ESCAPE_NONE || !feed_escape(e, byte, &key)) {
        if (!e->too_long) {
            spoor_line_type(e, byte);
        }
        return SPOOR_EDIT_MORE;
    }
    if (c == '\r' || (c == '\n' && !after_cr)) {
        return finish(e);
    }
    if (key == KEY_DROP) {
        spoor_line_write(e, "^C\n");
        return SPOOR_EDIT_DROPPED;
    }
    if (!e->too_long) {
        press(e, key, after_tab);
    } else if (key == KEY_KILL_START) {
        spoor_line_clear(e);
        spoor_line_redraw(e);
    }
    return SPOOR_EDIT_MORE;
}

void spoor_edit_begin(struct spoor_edit *e)
{
    spoor_line_clear(e);
    spoor_line_write(e, e->prompt);
}

void spoor_edit_init(struct spoor_edit *e, const struct spoor_edit_ops *ops, const char *prompt,
                     struct spoor_history *history)
{
    memset(e, 0, sizeof(*e));
    e->ops = ops;
    e->prompt = prompt;
    e->history = history;
}

#endif
