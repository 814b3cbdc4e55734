/* SPDX-License-Identifier: BSD-2-Clause */
/* A model of a terminal for tests of the line editor. Unexpected output fails the test. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stddef.h>

#define COLUMNS 80

struct terminal {
    char row[COLUMNS + 1]; /**< the row with the cursor */
    char above[4096];      /**< the rows above it */
    unsigned column, bells;
};
extern struct terminal terminal;

/** Clear the terminal. */
void terminal_clear(void);

/** Process `n` bytes of the editor's output. A control sequence may be split over several calls. */
void terminal_show(const char *data, size_t n);

#endif
