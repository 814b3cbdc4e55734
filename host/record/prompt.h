/* SPDX-License-Identifier: BSD-2-Clause */
/* Typing of lines at a target's shell, each at a prompt. All times are the target's, in ms. */
#ifndef RECORD_PROMPT_H
#define RECORD_PROMPT_H

#include <stdbool.h>
#include <stdint.h>
#include <record/words.h>

struct recording;

struct prompt {
    const char *const *line;       /**< the next line to type, in an array that ends with NULL */
    char with_command[WORDS_LINE]; /**< the last line as typed at Zephyr's shell */
    bool shown;                    /**< the console's last line ends with a prompt */
    bool is_zephyr;                /**< the prompt is that of Zephyr's shell */
    bool mute;                     /**< the console has no echo */
    bool woken;                    /**< an empty line was typed */
    uint64_t typed, text_at;       /**< when the last line was typed, and when the last text was received */
};

/** Examine the console's last line, `r->words`. */
void prompt_look(struct prompt *p, const struct recording *r);

/** @return whether all lines were typed */
bool prompt_done(const struct prompt *p);

/** @return whether only the line that ends the stream may be left. It is typed after the event of --until, or
 * at the end of --time */
bool prompt_at_last(const struct prompt *p);

/**
 * Type an empty line, once, if the recorder didn't start the target and no prompt appears: the shell may have
 * printed it before.
 *
 * @return false if the target is gone
 */
bool prompt_wake(struct prompt *p, const struct recording *r, uint64_t now);

/**
 * Type the next line, if the target is at a prompt.
 *
 * @param ending  the event of --until occurred, or --time is over: the end of the stream may be typed
 * @return false if no line is left or the target is gone
 */
bool prompt_type(struct prompt *p, struct recording *r, bool ending, uint64_t now);

#endif
