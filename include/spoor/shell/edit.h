/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line editor for a terminal of at least 80 columns. It takes bytes one at a time, writes the terminal's
 * output, and reports when a line is done. It knows neither the console nor the kernel.
 *
 * Keys: arrows, Home, End, Delete, Backspace; Ctrl-A E B F D H K U W L C; by words Alt-B F D and Ctrl with
 * the arrows; Ctrl-P N for the history, Ctrl-R to search in it; Tab. All other control bytes, bytes from 0x80
 * up and unknown escape sequences have no effect.
 */
#ifndef SPOOR_SHELL_EDIT_H
#define SPOOR_SHELL_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/shell/shell.h>

SPOOR_EXTERN_C_BEGIN

/** Lines entered before, newest last, each with its '\0', packed into a buffer; the oldest are dropped. */
struct spoor_history {
    char *data;
    size_t capacity_bytes, used_bytes;
};

/** Remember `line`, unless it is blank, the same as the newest, or longer than the buffer. Context: any. */
void spoor_history_add(struct spoor_history *h, const char *line);

/** @return the `n`-th newest line, 0 the newest, or NULL. Context: any. */
const char *spoor_history_get(const struct spoor_history *h, unsigned n);

/** The calls of the editor to its user. */
struct spoor_edit_ops {
    /** Send to the terminal; '\n' means the start of the next line. */
    void (*write)(const char *data, size_t n);
    /**
     * Offer the `n`-th completion of the word after `words`, or NULL past the last; the editor picks those
     * that fit. May be NULL itself.
     */
    const char *(*candidate)(const struct spoor_shell_words *words, unsigned n);
};

#define SPOOR_EDIT_PATTERN 23 /**< the longest text searched for */

/** All members but `line` after SPOOR_EDIT_LINE are the editor's own. */
struct spoor_edit {
    const struct spoor_edit_ops *ops;
    const char *prompt;
    struct spoor_history *history;
    char line[SPOOR_SHELL_LINE_BYTES];
    char draft[SPOOR_SHELL_LINE_BYTES]; /**< the new line, while an old one is shown */
    uint8_t length, cursor;
    uint8_t first; /**< of the characters shown, when the line is wider than the terminal */
    uint8_t escape;
    uint8_t parameter, modifier;
    uint8_t old; /**< 0: the new line is edited; n: the n-th newest of the history */
    bool too_long, after_cr, after_tab;
    bool searching; /**< Ctrl-R: … */
    uint8_t found;  /**< … the line shown, as `old`; 0: none */
    char pattern[SPOOR_EDIT_PATTERN + 1];
};

enum spoor_edit_result {
    SPOOR_EDIT_MORE,     /**< the line isn't done */
    SPOOR_EDIT_LINE,     /**< `line` is done and in the history */
    SPOOR_EDIT_TOO_LONG, /**< the line is done and was dropped: more than SPOOR_SHELL_LINE_BYTES - 1
                            characters */
    SPOOR_EDIT_DROPPED,  /**< Ctrl-C: the line was dropped */
};

/** Prepare an editor. `prompt` and `history` are kept by reference. Context: any. */
void spoor_edit_init(struct spoor_edit *e, const struct spoor_edit_ops *ops, const char *prompt,
                     struct spoor_history *history);

/** Begin an empty line: show the prompt. Due at first and after each result but SPOOR_EDIT_MORE. Context:
 * any. */
void spoor_edit_begin(struct spoor_edit *e);

/** Take one byte from the terminal. Context: any. */
enum spoor_edit_result spoor_edit_feed(struct spoor_edit *e, char byte);

SPOOR_EXTERN_C_END

#endif
