/* SPDX-License-Identifier: BSD-2-Clause */
/* The terminal of live commands, by ncurses. */
#ifndef LIVE_TERMINAL_H
#define LIVE_TERMINAL_H

#include <stdbool.h>

/** Open the terminal. @return false if standard output isn't a terminal */
bool terminal_open(void);

/** Restore the terminal. May be called from a signal handler. */
void terminal_close(void);

/** @return a character or KEY_OF_…; -1: no key was pressed */
int terminal_key(void);

/** Show lines of text from `first` on, and the status below them, inverted. */
void terminal_show(const char *text, unsigned first, const char *status);

/** Draw a picture: clear the screen; put text at a position, in a colour (0: none; 1 to 7); show the result.
 */
enum { TERMINAL_BOLD = 16, TERMINAL_INVERSE = 32 };

void terminal_clear(void);
void terminal_put(int row, int column, const char *text, int most, int style);
void terminal_flush(void);
void terminal_size(int *rows, int *columns);

/** Read a line at the bottom. @return false after Escape */
bool terminal_line(const char *prompt, char *line, unsigned size);

/** Keys without a character. */
enum {
    KEY_OF_LEFT = 0x1001,
    KEY_OF_RIGHT,
    KEY_OF_UP,
    KEY_OF_DOWN,
    KEY_OF_HOME,
    KEY_OF_END,
    KEY_OF_RESIZE,
    KEY_OF_PAGE_UP,
    KEY_OF_PAGE_DOWN
};

/** Wait at most this many ms for a key or for bytes on `fd`. @return whether `fd` has bytes or has ended */
bool terminal_wait(int fd, int ms);

#endif
