/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines typed at a target's shell, each at a prompt. All times are the target's, in ms. */
#ifndef RECORD_PROMPT_H
#define RECORD_PROMPT_H

#include <stdbool.h>
#include <stdint.h>
#include <record/words.h>

struct recording;

struct prompt {
    const char *const *line;          /**< the next one to type; they end with NULL */
    char with_command[2][WORDS_LINE]; /**< as it was typed at Zephyr's shell: the last one, or one after a
                                         refused one */
    bool shown;                       /**< the console's last line ends in a prompt */
    bool is_zephyr;                   /**< … in that of Zephyr's shell */
    bool mute;                        /**< a console that shows nothing of what is typed */
    uint64_t typed, said;             /**< when the last line was typed, and the last text came */
};

/** Look at the console's last line, `r->words`. */
void prompt_look(struct prompt *p, const struct recording *r);

/** @return whether all lines are typed */
bool prompt_done(const struct prompt *p);

/** @return whether at most the end of the stream is left, which waits for the event of --until, or for the
 * end of --time */
bool prompt_at_last(const struct prompt *p);

/**
 * Type the next line, if the target is at a prompt.
 *
 * @param ending  the event of --until came, or --time is over: the stream's end may be typed
 * @return false when none is left, or the target is gone
 */
bool prompt_type(struct prompt *p, struct recording *r, bool ending, uint64_t now);

#endif
