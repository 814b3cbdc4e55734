/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of a command. Each is followed by its words, and a line may contain several. A line is
 * processed twice, first to check it and then to run it, so nothing is done before the whole line is known to
 * be valid.
 *
 * One text describes all options, so that parser, usage, help and completion agree. For each option it has
 * the name, a NUL, the words, a tab, the help and a NUL:
 *
 *     "-h\0\t\0"                    an option without words, and without a line of help
 *     "-a\0ID...\tactivate\0"       ID... is one word or more, [ID...] any number
 *     "--sort\0KEY\tsort by KEY\0"  KEY is one word, [KEY] at most one
 *     "-w\0\tneeds CONFIG_X\0"       not in this image: the option is refused with this text
 *
 * Words without an option belong to -s, which is also the option of an empty line. A long option with at most
 * one word modifies -s wherever it stands in the line; its word may follow a `=`.
 */
#ifndef SPOOR_SHELL_OPTIONS_H
#define SPOOR_SHELL_OPTIONS_H

#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/shell/shell.h>

SPOOR_EXTERN_C_BEGIN

/** The parameters of check() and run() below. */
#define SPOOR_SHELL_OPTION_ARGUMENTS unsigned option, char **words, int n, void *arg

/** All options of a command. `option` below is an option's number in the list. */
struct spoor_shell_options {
    const char *list; /**< the text described above */
    unsigned count;   /**< number of options in it */
    /** Called for modifiers, too, which it carries out. @return 0, or a negative errno after a message */
    int (*check)(unsigned option, char **words, int n, void *arg);
    /** Not called for modifiers. @return 0, or a negative errno after a message */
    int (*run)(unsigned option, char **words, int n, void *arg);
    /** @return the `n`-th completion of the option's word number `at`, or NULL past the last */
    const char *(*complete)(unsigned option, const struct spoor_shell_words *words, int at, unsigned n);
};

/** The usage of a command with such options: the command prints it itself, with -h. */
#define SPOOR_SHELL_OPTIONS_USAGE "[-h]"

/**
 * Check and run the options of a line.
 *
 * @return 0, or a negative errno after a message
 *
 * Context: thread.
 */
int spoor_shell_run_options(const struct spoor_shell_options *options, int argc, char **argv, void *arg);

/**
 * Get the `n`-th completion of a line. A word that starts with a dash is completed to the names of options,
 * others by the option before the word.
 *
 * @return NULL past the last
 *
 * Context: thread.
 */
const char *spoor_shell_complete_options(const struct spoor_shell_options *options,
                                         const struct spoor_shell_words *words, unsigned n);

/** Print a command's summary, its usage, and a line for each option with help. Context: thread. */
void spoor_shell_print_options(const struct spoor_shell_options *options, const char *command);

SPOOR_EXTERN_C_END

#endif
