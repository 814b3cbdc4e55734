/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words of a target's console: a line that its shell refused, the prompt, and a panic or fault. The
 * shell's forms are those of src/shell/run.c and src/kernel/panic.c.
 */
#ifndef RECORD_WORDS_H
#define RECORD_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#define WORDS_LINE    240 /* the rest of a line is cut */
#define WORDS_COMMAND "spoor "
#define WORDS_LAST    1500

struct words {
    const char *typed;       /**< the line that was typed last; NULL: none */
    bool echoed;             /**< … and the console has shown it */
    char prompt[WORDS_LINE]; /**< … after this; empty: not yet */

    const char *refused_line; /**< the first typed line that the shell refused; NULL: none */
    char refused[WORDS_LINE]; /**< its answer */
    char last[WORDS_LAST];    /**< a panic or fault, and all that came after it; empty: none */

    char line[WORDS_LINE]; /**< the present one */
    unsigned used;
    bool refusing; /**< the line before was a refusal, or the rest of one */
    bool escape;   /**< in a terminal's control sequence */
};

/** Take a character of the console. */
void words_take(struct words *w, char c);

/** Note that a line was typed. */
void words_typed(struct words *w, const char *line);

/** @return whether the present line is the prompt that a typed line was shown after */
bool words_at_prompt(const struct words *w);

/** The console has ended, perhaps within a line. */
void words_end(struct words *w);

/** @return whether `refused` says that the target has no command for events */
bool words_no_events(const struct words *w);

#endif
