/* SPDX-License-Identifier: BSD-2-Clause */
/* The line being edited, for the keys and the completion. */
#ifndef SHELL_LINE_PRIV_H
#define SHELL_LINE_PRIV_H

#include <shell/edit.h>

/** Send a string to the terminal. */
void line_write(struct edit *e, const char *text);

/** Insert one character at the cursor and show it; a full line rings the bell and is too long. */
void line_type(struct edit *e, char c);

/** Insert one character at the cursor; the caller knows that it fits. Shows nothing. */
void line_put(struct edit *e, char c);

/** Show the last `n` characters put, with as few bytes as that takes. */
void line_show_put(struct edit *e, unsigned n);

/** Delete the characters from `from` up to `to`; the cursor is at one end. */
void line_erase(struct edit *e, unsigned from, unsigned to);

/** @return where the word before the cursor starts */
unsigned line_word_start(const struct edit *e);

/** @return where the word at or after the cursor ends */
unsigned line_word_end(const struct edit *e);

void line_move_to(struct edit *e, unsigned cursor);

/** Show the `n`-th newest line of the history; 0: the new line. */
void line_show_old(struct edit *e, unsigned n);

/** Forget the line. Shows nothing. */
void line_clear(struct edit *e);

/** Show the line again, in place. */
void line_redraw(struct edit *e);

/** Complete the word before the cursor; `again` when the key before was Tab too: then list the candidates. */
void line_complete(struct edit *e, bool again);

/** Search the history: the next keys are the text. */
void search_begin(struct edit *e);

/** Take a key of a search. @return false when it ends the search, with the line found, and is still to be
 * done */
bool search_feed(struct edit *e, char byte);

#endif
