/* SPDX-License-Identifier: BSD-2-Clause */
/* The line being edited, shared by the key decoding, completion and search. */
#ifndef SHELL_LINE_PRIV_H
#define SHELL_LINE_PRIV_H

#include <spoor/shell/edit.h>

/** Write a string to the terminal. */
void spoor_line_write(struct spoor_edit *e, const char *text);

/**
 * Insert one character at the cursor and show it. If the line is full, ring the bell and mark the line as too
 * long.
 */
void spoor_line_type(struct spoor_edit *e, char c);

/** Insert one character at the cursor without showing it. There must be room for it. */
void spoor_line_put(struct spoor_edit *e, char c);

/** Show the last `n` characters inserted, with as few bytes as possible. */
void spoor_line_show_put(struct spoor_edit *e, unsigned n);

/** Delete the characters from `from` up to but excluding `to`. The cursor must be at one of them. */
void spoor_line_erase(struct spoor_edit *e, unsigned from, unsigned to);

/** @return the start of the word before the cursor */
unsigned spoor_line_word_start(const struct spoor_edit *e);

/** @return the end of the word at or after the cursor */
unsigned spoor_line_word_end(const struct spoor_edit *e);

void spoor_line_move_to(struct spoor_edit *e, unsigned cursor);

/** Show the `n`-th newest line of the history; 0 is the new line. */
void spoor_line_show_old(struct spoor_edit *e, unsigned n);

/** Empty the line without showing it. */
void spoor_line_clear(struct spoor_edit *e);

/** Redraw the line in place. */
void spoor_line_redraw(struct spoor_edit *e);

/** Complete the word before the cursor. If `again`, the previous key was Tab too: list the candidates. */
void spoor_line_complete(struct spoor_edit *e, bool again);

/** Begin a search of the history. The following keys form the pattern. */
void spoor_search_begin(struct spoor_edit *e);

/**
 * Process a key during a search.
 *
 * @return false if the key ends the search: the line found is then in the editor, and the caller must still
 *         process the key
 */
bool spoor_search_feed(struct spoor_edit *e, char byte);

#endif
