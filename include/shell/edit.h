/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line editor for a terminal of at least 80 columns. It takes bytes one at a time, writes the terminal's
 * output, and reports when a line is done. It knows neither the console nor the kernel.
 *
 * Keys: arrows, Home, End, Delete, Backspace; Ctrl-A E B F D H K U W L C; by words Alt-B F D and Ctrl with
 * the arrows; Ctrl-P N for the history, Ctrl-R to search in it; Tab. All other control bytes, bytes from 0x80
 * up and unknown escape sequences have no effect.
 */
#ifndef SHELL_EDIT_H
#define SHELL_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <util/language.h>
#include <shell/shell.h>

EXTERN_C_BEGIN

/** Lines entered before, newest last, each with its '\0', packed into a buffer; the oldest are dropped. */
struct history {
    char *data;
    size_t capacity_bytes, used_bytes;
};

/** Remember `line`, unless it is blank, the same as the newest, or longer than the buffer. Context: any. */
void history_add(struct history *h, const char *line);

/** @return the `n`-th newest line, 0 the newest, or NULL. Context: any. */
const char *history_get(const struct history *h, unsigned n);

/** The calls of the editor to its user. */
struct edit_ops {
    /** Send to the terminal; '\n' means the start of the next line. */
    void (*write)(const char *data, size_t n);
    /**
     * Offer the `n`-th completion of the word after `words`, or NULL past the last; the editor picks those
     * that fit. May be NULL itself.
     */
    const char *(*candidate)(const struct shell_words *words, unsigned n);
};

#define EDIT_PATTERN 23 /**< the longest text searched for */

/** All members but `line` after EDIT_LINE are the editor's own. */
struct edit {
    const struct edit_ops *ops;
    const char *prompt;
    struct history *history;
    char line[SHELL_LINE_BYTES];
    char draft[SHELL_LINE_BYTES]; /**< the new line, while an old one is shown */
    uint8_t length, cursor;
    uint8_t first; /**< of the characters shown, when the line is wider than the terminal */
    uint8_t escape;
    uint8_t parameter, modifier;
    uint8_t old; /**< 0: the new line is edited; n: the n-th newest of the history */
    bool too_long, after_cr, after_tab;
    bool searching; /**< Ctrl-R: … */
    uint8_t found;  /**< … the line shown, as `old`; 0: none */
    char pattern[EDIT_PATTERN + 1];
};

enum edit_result {
    EDIT_MORE,     /**< the line isn't done */
    EDIT_LINE,     /**< `line` is done and in the history */
    EDIT_TOO_LONG, /**< the line is done and was dropped: more than SHELL_LINE_BYTES - 1 characters */
    EDIT_DROPPED,  /**< Ctrl-C: the line was dropped */
};

/** Prepare an editor. `prompt` and `history` are kept by reference. Context: any. */
void edit_init(struct edit *e, const struct edit_ops *ops, const char *prompt, struct history *history);

/** Begin an empty line: show the prompt. Due at first and after each result but EDIT_MORE. Context: any. */
void edit_begin(struct edit *e);

/** Take one byte from the terminal. Context: any. */
enum edit_result edit_feed(struct edit *e, char byte);

EXTERN_C_END

#endif
