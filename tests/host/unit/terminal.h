/* SPDX-License-Identifier: BSD-2-Clause */
/* A model of a terminal, for tests of the line editor. It fails the test when it is sent anything unexpected.
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stddef.h>

#define COLUMNS 80

struct terminal {
    char row[COLUMNS + 1]; /**< the one the cursor is in */
    char above[4096];      /**< those that were left by a new line */
    unsigned column, bells;
};
extern struct terminal terminal;

/** Clear the terminal. */
void terminal_clear(void);

/** Show `n` bytes, as an editor's output; a control sequence may come in pieces. */
void terminal_show(const char *data, size_t n);

#endif
