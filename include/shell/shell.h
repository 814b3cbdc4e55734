/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shell commands, and running lines of them.
 */
#ifndef SHELL_SHELL_H
#define SHELL_SHELL_H

#include <stddef.h>
#include <util/array_spread.h>

#define SHELL_LINE_BYTES 128 /**< longest line, with its end */
#define SHELL_ARGS       16  /**< most words in a line */

struct shell_command {
    const char *name;
    const char *summary;               /**< one line, for `help` */
    const char *usage;                 /**< the words after the name, e.g. "[-s] [-i ID]"; "" for nothing */
    int (*run)(int argc, char **argv); /**< 0, or a negative errno after a message */
    /** Offer the `n`-th completion of the last word, or NULL past the last; may be NULL itself. */
    const char *(*complete)(unsigned n);
};

ARRAY_SPREAD_DECLARE(struct shell_command, shell_commands);

/** Register a command. At file scope. */
#define SHELL_COMMAND(name_, summary_, usage_, run_, complete_)                                              \
    ARRAY_SPREAD_ADD(shell_commands, {name_, summary_, usage_, run_, complete_})

/**
 * Run one line: split it into words ("quoted ones", 'these' and \-escapes are understood) and call the
 * command.
 *
 * @return the command's result, -ENOENT for an unknown one, -EINVAL for a line that can't be split, -E2BIG
 *         for a line or argument list too long; each with one line on the console
 *
 * Context: thread.
 */
int shell_run(const char *line);

/**
 * Split `line`, in place, into at most `max` words.
 *
 * @return the number of words, -EINVAL for an open quote or a trailing backslash, -E2BIG for too many
 *
 * Context: any.
 */
int shell_split(char *line, char **argv, int max);

/** @return the command of this name, or NULL. Context: any. */
const struct shell_command *shell_find(const char *name);

/**
 * Print how command `name` is used, in one line: for arguments missing or too many. @return -EINVAL. Context:
 * thread.
 */
int shell_usage_error(const char *name);

/** Read lines from the console and run them, for ever. Context: thread. */
_Noreturn void shell_loop(const char *prompt);

/** Lines that the image gives, run before the banner; terminated by NULL. An image may define its own. */
extern const char *const shell_start_script[];

/** The prompt; NULL for no banner and no shell on the console, just commands. An image may define its own. */
extern const char *const shell_prompt;

#endif
