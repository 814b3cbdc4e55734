/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text of a target's console: refused lines, the prompt, and a panic or fault. The formats are those of
 * src/shell/run.c and src/kernel/panic.c.
 */
#ifndef RECORD_WORDS_H
#define RECORD_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#define WORDS_LINE    240 /* the rest of a line is cut */
#define WORDS_COMMAND "spoor "
#define WORDS_LAST    1500

struct words {
    const char *typed;       /**< the line that was typed last, which the caller keeps; NULL: none */
    bool echoed;             /**< the console has echoed that line */
    char prompt[WORDS_LINE]; /**< the prompt before the echo; empty: not seen yet */

    char refused_line[WORDS_LINE]; /**< the first typed line that the shell refused; empty: none */
    char refused[WORDS_LINE];      /**< its answer */
    char last[WORDS_LAST];         /**< a panic or fault, and all text after it; empty: none */

    char line[WORDS_LINE]; /**< the current line */
    unsigned used;
    bool refusing; /**< the previous line was a refusal, or its continuation */
    bool escape;   /**< in a terminal's control sequence */
};

/** Take a character of the console. */
void words_take(struct words *w, char c);

/** Note that a line was typed. */
void words_typed(struct words *w, const char *line);

/** @return whether the current line is the prompt after which a typed line was echoed */
bool words_at_prompt(const struct words *w);

/** Note the end of the console, perhaps within a line. */
void words_end(struct words *w);

/** @return whether `refused` means that the target has no commands for events */
bool words_no_events(const struct words *w);

#endif
