/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A line editor for terminals with at least 80 columns. It takes input one byte at a time, writes the
 * terminal's output, and reports when a line is complete. It doesn't depend on the console or the kernel.
 *
 * Keys: arrows, Home, End, Delete, Backspace; Ctrl-A E B F D H K U W L C; by words Alt-B F D and Ctrl with
 * the arrows; Ctrl-P N for the history, Ctrl-R to search it; Tab. All other control bytes, bytes from 0x80 up
 * and unknown escape sequences have no effect.
 */
#ifndef SPOOR_SHELL_EDIT_H
#define SPOOR_SHELL_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/shell/shell.h>

SPOOR_EXTERN_C_BEGIN

/** Earlier lines, newest last, each with its NUL, in one buffer. The oldest are dropped. */
struct spoor_history {
    char *data;
    size_t capacity_bytes, used_bytes;
};

/** Store `line`, unless it is blank, equal to the newest line, or longer than the buffer. Context: any. */
void spoor_history_add(struct spoor_history *h, const char *line);

/** @return the `n`-th newest line, 0 being the newest, or NULL. Context: any. */
const char *spoor_history_get(const struct spoor_history *h, unsigned n);

/** Functions that the editor calls. */
struct spoor_edit_ops {
    /** Send to the terminal. '\n' means the start of the next line. */
    void (*write)(const char *data, size_t n);
    /**
     * @return the `n`-th completion of the word after `words`, or NULL past the last. The editor selects
     *         those that match. The pointer may be NULL.
     */
    const char *(*candidate)(const struct spoor_shell_words *words, unsigned n);
};

#define SPOOR_EDIT_PATTERN 23 /**< longest search text */

/** Private to the editor, except `line` after SPOOR_EDIT_LINE. */
struct spoor_edit {
    const struct spoor_edit_ops *ops;
    const char *prompt;
    struct spoor_history *history;
    char line[SPOOR_SHELL_LINE_BYTES];
    char draft[SPOOR_SHELL_LINE_BYTES]; /**< the new line while an earlier one is shown */
    uint8_t length, cursor;
    uint8_t first; /**< index of the first visible character, if the line is wider than the terminal */
    uint8_t escape;
    uint8_t parameter, modifier;
    uint8_t old; /**< 0: the new line is being edited; n: the n-th newest line of the history */
    bool too_long, after_cr, after_tab;
    bool searching; /**< searching the history after Ctrl-R */
    uint8_t found;  /**< search result: a line's number like `old`; 0: none */
    char pattern[SPOOR_EDIT_PATTERN + 1];
};

enum spoor_edit_result {
    SPOOR_EDIT_MORE,     /**< the line isn't complete */
    SPOOR_EDIT_LINE,     /**< `line` is complete and in the history */
    SPOOR_EDIT_TOO_LONG, /**< the line was dropped: it had more than SPOOR_SHELL_LINE_BYTES - 1 characters */
    SPOOR_EDIT_DROPPED,  /**< Ctrl-C: the line was dropped */
};

/** Initialise an editor. `prompt` and `history` are kept by reference. Context: any. */
void spoor_edit_init(struct spoor_edit *e, const struct spoor_edit_ops *ops, const char *prompt,
                     struct spoor_history *history);

/**
 * Show the prompt and start an empty line. Must be called first, and after each result except
 * SPOOR_EDIT_MORE.
 *
 * Context: any.
 */
void spoor_edit_begin(struct spoor_edit *e);

/** Process one byte from the terminal. Context: any. */
enum spoor_edit_result spoor_edit_feed(struct spoor_edit *e, char byte);

SPOOR_EXTERN_C_END

#endif
