/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shell commands, and running lines of them.
 */
#ifndef SPOOR_SHELL_SHELL_H
#define SPOOR_SHELL_SHELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/util/array_spread.h>

SPOOR_EXTERN_C_BEGIN

#define SPOOR_SHELL_LINE_BYTES CONFIG_SHELL_LINE_BYTES /**< longest line, with its end */
#define SPOOR_SHELL_ARGS       16                      /**< most words in a line */

#define SPOOR_SHELL_SCREEN_COLUMNS 80 /**< width of the terminal */

/** The words of a line up to the one to complete. */
struct spoor_shell_words {
    int argc;     /**< of the words before it; 0: the command itself is completed */
    char **argv;  /**< the command first */
    char *prefix; /**< as far as it is typed */
};

struct spoor_shell_command {
    const char *name;
    const char *summary;               /**< one line, for `help` */
    const char *usage;                 /**< the words after the name, e.g. "[-s] [-i ID]"; "" for nothing */
    int (*run)(int argc, char **argv); /**< 0, or a negative errno after a message */
    /**
     * Offer the `n`-th completion, or NULL past the last; those that don't begin with the prefix are left
     * out. May be NULL itself.
     */
    const char *(*complete)(const struct spoor_shell_words *words, unsigned n);
};

SPOOR_ARRAY_CALLED_DECLARE(struct spoor_shell_command, spoor_shell_commands);

/** Register a command. At file scope. */
#define SPOOR_SHELL_COMMAND(name_, summary_, usage_, run_, complete_)                                        \
    SPOOR_ARRAY_CALLED_ADD(spoor_shell_commands, {name_, summary_, usage_, run_, complete_})

/** A command that this image lacks, and what has it. */
struct spoor_shell_absent {
    const char *name;
    const char *setting; /**< words of CONFIG in an image's .mk */
    const char *image;   /**< one that has it */
};

SPOOR_ARRAY_SPREAD_DECLARE(struct spoor_shell_absent, spoor_shell_absent);

/**
 * Register a command that the image lacks: the shell answers it with the setting and the image. At file
 * scope, in a source for images without the command.
 */
#define SPOOR_SHELL_COMMAND_ABSENT(name_, setting_, image_)                                                  \
    SPOOR_ARRAY_SPREAD_ADD(spoor_shell_absent, {name_, setting_, image_})

/**
 * Run one line: split it into words ("quoted ones", 'these' and \-escapes are understood) and call the
 * command.
 *
 * @return the command's result, -ENOENT for an unknown one, -EINVAL for a line that can't be split, -E2BIG
 *         for a line or argument list too long; each with one line on the console
 *
 * Context: thread.
 */
int spoor_shell_run(const char *line);

/** The same for a line that is split; `argv` has room for one more, NULL. Context: thread. */
int spoor_shell_run_words(int argc, char **argv);

/**
 * @return whether Ctrl-C was typed since the line began: a command that takes long asks from time to time,
 *         and ends. Input before it is dropped.
 *
 * Context: the thread that runs the line.
 */
bool spoor_shell_stopped(void);

/** Report that a line was too long and wasn't run. @return -E2BIG. Context: the thread that runs lines. */
int spoor_shell_refuse_long_line(void);

/** Write to the terminal; what the commands print, in pieces. Context: the thread that runs the line. */
void spoor_shell_write(const char *text, size_t n);

/** @return the time since boot in ns. Context: any. */
uint64_t spoor_shell_now_ns(void);

/**
 * Sleep. @return false when Ctrl-C, or `key` unless it is 0, ended it; the input before it is dropped.
 * Context: the thread that runs the line.
 */
bool spoor_shell_sleep(uint32_t ms, char key);

/** Print the summary of a command and how it is used. Context: thread. */
void spoor_shell_print_usage(const struct spoor_shell_command *c);

/**
 * Print a blank and the `n` characters of a word; on the next line, at `indent`, where this one has no room
 * for them and one character more.
 *
 * @return the column after the word
 *
 * Context: thread.
 */
int spoor_shell_print_word(const char *word, int n, int column, int indent);

/** @return the `n`-th newest line typed, or NULL. Context: thread. */
const char *spoor_shell_history(unsigned n);

/**
 * Split `line`, in place, into at most `max` words.
 *
 * @return the number of words, -EINVAL for an open quote or a trailing backslash, -E2BIG for too many
 *
 * Context: any.
 */
int spoor_shell_split(char *line, char **argv, int max);

/**
 * Move the word at `from`, without its quotes and backslashes, down to `*to`, which becomes its end.
 *
 * @param quote  gets the quote that it ends in, or '\0'
 * @return the text after it, a blank or the end, or NULL for a trailing backslash
 *
 * Context: any.
 */
char *spoor_shell_take_word(char *from, char **to, char *quote);

/** @return the command of this name, or NULL. Context: any. */
const struct spoor_shell_command *spoor_shell_find(const char *name);

/** Print that there is no command of this name. @return -ENOENT. Context: thread. */
int spoor_shell_refuse_name(const char *name);

/**
 * Print how command `name`, one that is registered, is used: for arguments missing or too many. @return
 * -EINVAL. Context: thread.
 */
int spoor_shell_usage_error(const char *name);

/** Read lines from the console and run them, for ever. Context: thread. */
SPOOR_NORETURN void spoor_shell_loop(const char *prompt);

/** Lines that the image gives, run before the banner; terminated by NULL. An image may define its own. */
extern const char *const spoor_shell_start_script[];

/** The prompt; NULL for no banner and no shell on the console, just commands. An image may define its own. */
extern const char *const spoor_shell_prompt;

SPOOR_EXTERN_C_END

#endif
