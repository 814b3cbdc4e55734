/* SPDX-License-Identifier: BSD-2-Clause */
/* The line being edited, for the keys and the completion. */
#ifndef SHELL_LINE_PRIV_H
#define SHELL_LINE_PRIV_H

#include <spoor/shell/edit.h>

/** Send a string to the terminal. */
void spoor_line_write(struct spoor_edit *e, const char *text);

/** Insert one character at the cursor and show it; a full line rings the bell and is too long. */
void spoor_line_type(struct spoor_edit *e, char c);

/** Insert one character at the cursor; the caller knows that it fits. Shows nothing. */
void spoor_line_put(struct spoor_edit *e, char c);

/** Show the last `n` characters put, with as few bytes as that takes. */
void spoor_line_show_put(struct spoor_edit *e, unsigned n);

/** Delete the characters from `from` up to `to`; the cursor is at one end. */
void spoor_line_erase(struct spoor_edit *e, unsigned from, unsigned to);

/** @return where the word before the cursor starts */
unsigned spoor_line_word_start(const struct spoor_edit *e);

/** @return where the word at or after the cursor ends */
unsigned spoor_line_word_end(const struct spoor_edit *e);

void spoor_line_move_to(struct spoor_edit *e, unsigned cursor);

/** Show the `n`-th newest line of the history; 0: the new line. */
void spoor_line_show_old(struct spoor_edit *e, unsigned n);

/** Forget the line. Shows nothing. */
void spoor_line_clear(struct spoor_edit *e);

/** Show the line again, in place. */
void spoor_line_redraw(struct spoor_edit *e);

/** Complete the word before the cursor; `again` when the key before was Tab too: then list the candidates. */
void spoor_line_complete(struct spoor_edit *e, bool again);

/** Search the history: the next keys are the text. */
void spoor_search_begin(struct spoor_edit *e);

/** Take a key of a search. @return false when it ends the search, with the line found, and is still to be
 * done */
bool spoor_search_feed(struct spoor_edit *e, char byte);

#endif
