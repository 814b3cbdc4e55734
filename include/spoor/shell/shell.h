/* SPDX-License-Identifier: BSD-2-Clause */
/* Shell commands, and running command lines. */
#ifndef SPOOR_SHELL_SHELL_H
#define SPOOR_SHELL_SHELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/util/array_spread.h>

SPOOR_EXTERN_C_BEGIN

#define SPOOR_SHELL_LINE_BYTES CONFIG_SHELL_LINE_BYTES /**< size of the longest line, including its NUL */
#define SPOOR_SHELL_ARGS       16                      /**< maximum number of words in a line */

#define SPOOR_SHELL_SCREEN_COLUMNS 80 /**< width of the terminal */

/** The words of a line up to the word to complete. */
struct spoor_shell_words {
    int argc;     /**< number of words before it; 0: the command's name is completed */
    char **argv;  /**< the command first */
    char *prefix; /**< the part already typed */
};

struct spoor_shell_command {
    const char *name;
    const char *summary;               /**< one line, for `help` */
    const char *usage;                 /**< the words after the name, e.g. "[-s] [-i ID]"; "" if none */
    int (*run)(int argc, char **argv); /**< 0, or a negative errno after a message */
    /**
     * @return the `n`-th completion, or NULL past the last. The shell ignores those that don't start with the
     *         prefix. The pointer may be NULL.
     */
    const char *(*complete)(const struct spoor_shell_words *words, unsigned n);
};

SPOOR_ARRAY_CALLED_DECLARE(struct spoor_shell_command, spoor_shell_commands);

/** Register a command. At file scope. */
#define SPOOR_SHELL_COMMAND(name_, summary_, usage_, run_, complete_)                                        \
    SPOOR_ARRAY_CALLED_ADD(spoor_shell_commands, {name_, summary_, usage_, run_, complete_})

/** A command that this image lacks, and how to get it. */
struct spoor_shell_absent {
    const char *name;
    const char *setting; /**< the setting that adds it, as in CONFIG of an image's .mk */
    const char *image;   /**< an image that has it */
};

SPOOR_ARRAY_SPREAD_DECLARE(struct spoor_shell_absent, spoor_shell_absent);

/**
 * Register a command that the image lacks: the shell responds to it with the setting and the image. At file
 * scope, in a source for images without the command.
 */
#define SPOOR_SHELL_COMMAND_ABSENT(name_, setting_, image_)                                                  \
    SPOOR_ARRAY_SPREAD_ADD(spoor_shell_absent, {name_, setting_, image_})

/**
 * Run one line: split it into words and call the command. Words may have "double quotes", 'single quotes' and
 * \-escapes.
 *
 * @return the command's result, -ENOENT for an unknown command, -EINVAL for a line that can't be split, or
 *         -E2BIG for too long a line or too many words; each error prints one line
 *
 * Context: thread.
 */
int spoor_shell_run(const char *line);

/** Run a line that is already split. `argv` must have room for one more element, NULL. Context: thread. */
int spoor_shell_run_words(int argc, char **argv);

/**
 * @return whether Ctrl-C was typed since the line started. Commands that take long must check this regularly
 *         and end. Input before Ctrl-C is discarded.
 *
 * Context: the thread that runs the line.
 */
bool spoor_shell_stopped(void);

/** Report that a line was too long and wasn't run. @return -E2BIG. Context: the thread that runs lines. */
int spoor_shell_refuse_long_line(void);

/** Write a part of a command's output to the terminal. Context: the thread that runs the line. */
void spoor_shell_write(const char *text, size_t n);

/** @return the time since boot in ns. Context: any. */
uint64_t spoor_shell_now_ns(void);

/**
 * Sleep. Ctrl-C ends the sleep, and so does `key` unless it is 0. The input before it is discarded.
 *
 * @return false if a key ended the sleep
 *
 * Context: the thread that runs the line.
 */
bool spoor_shell_sleep(uint32_t ms, char key);

/** Print the summary and the usage of a command. Context: thread. */
void spoor_shell_print_usage(const struct spoor_shell_command *c);

/**
 * Print a blank and the `n` characters of a word. If this line has no room for them and one more character,
 * the word is printed on the next line at column `indent`.
 *
 * @return the column after the word
 *
 * Context: thread.
 */
int spoor_shell_print_word(const char *word, int n, int column, int indent);

/** @return the `n`-th newest line that was typed, or NULL. Context: thread. */
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
 * Copy the word at `from`, without its quotes and backslashes, to `*to`, which is set to its end.
 *
 * @param quote  set to the quote if it isn't closed, otherwise to '\0'
 * @return the text after the word, a blank or the end; NULL for a trailing backslash
 *
 * Context: any.
 */
char *spoor_shell_take_word(char *from, char **to, char *quote);

/** @return the command with this name, or NULL. Context: any. */
const struct spoor_shell_command *spoor_shell_find(const char *name);

/** Print that there is no command with this name. @return -ENOENT. Context: thread. */
int spoor_shell_refuse_name(const char *name);

/**
 * Print the usage of the registered command `name`, for missing or excess arguments.
 *
 * @return -EINVAL
 *
 * Context: thread.
 */
int spoor_shell_usage_error(const char *name);

/** Read lines from the console and run them, forever. Context: thread. */
SPOOR_NORETURN void spoor_shell_loop(const char *prompt);

/** Lines to run before the banner, terminated by NULL. An image may define its own. */
extern const char *const spoor_shell_start_script[];

/**
 * The prompt. If it is NULL, there is no banner and no shell on the console, only commands. An image may
 * define its own.
 */
extern const char *const spoor_shell_prompt;

SPOOR_EXTERN_C_END

#endif
