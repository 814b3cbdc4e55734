/* SPDX-License-Identifier: BSD-2-Clause */
/* The terminal of live commands: ncurses, which knows all terminals. */
#ifndef LIVE_TERMINAL_H
#define LIVE_TERMINAL_H

#include <stdbool.h>

/** Take the terminal. @return false when standard output is none */
bool terminal_open(void);

/** Give it back; from a signal handler, too. */
void terminal_close(void);

/** @return a character or KEY_OF_…; -1: none is waiting */
int terminal_key(void);

/** Show lines of text from `first` on; the status stands below them, inverted. */
void terminal_show(const char *text, unsigned first, const char *status);

/** Cells, for pictures: clear all; put text in a colour (0: none; 1 to 7) at a place; show all. */
enum { TERMINAL_BOLD = 16, TERMINAL_INVERSE = 32 };

void terminal_clear(void);
void terminal_put(int row, int column, const char *text, int most, int style);
void terminal_flush(void);
void terminal_size(int *rows, int *columns);

/** Read a line at the bottom. @return false after Escape */
bool terminal_line(const char *prompt, char *line, unsigned size);

/** Keys that have no character. */
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

/** Wait for a key, or for bytes on `fd`, so many ms at most. @return whether `fd` has bytes or has ended */
bool terminal_wait(int fd, int ms);

#endif
