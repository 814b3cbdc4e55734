/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the editor's keys and its completion share.
 */
#ifndef SHELL_EDIT_PRIV_H
#define SHELL_EDIT_PRIV_H

#include <shell/edit.h>

#define EDIT_SCREEN_COLUMNS 80

/* Send a string to the terminal. */
void edit_write(struct edit *e, const char *text);

/* Put one character at the cursor; the caller knows that it fits. Shows nothing. */
void edit_put(struct edit *e, char c);

/* Show the last `n` characters put, with as little as that takes. */
void edit_show_put(struct edit *e, unsigned n);

/* Show the line anew, in place. */
void edit_redraw(struct edit *e);

/* Complete the word before the cursor; `again` when the key before was Tab too: then list what fits. */
void edit_complete(struct edit *e, bool again);

#endif
