/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of a command. Each is followed by its words, and a line may contain several. A line is
 * processed twice, first to check it and then to run it, so nothing is done before the whole line is known to
 * be valid.
 */
#ifndef SPOOR_SHELL_OPTIONS_H
#define SPOOR_SHELL_OPTIONS_H

#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/shell/shell.h>

SPOOR_EXTERN_C_BEGIN

#define SPOOR_SHELL_WORDS_MAX UINT8_MAX

/** The parameters of check() and run() below. */
#define SPOOR_SHELL_OPTION_ARGUMENTS unsigned option, char **words, int n, void *arg

struct spoor_shell_option {
    const char *name;    /**< "-a" or "--thread" */
    uint8_t least, most; /**< minimum and maximum number of words after it */
    const char *needs;   /**< for the error message: the words that it needs, e.g. "an ID"; may be NULL */
};

/** All options of a command. `option` below is an index in the list. */
struct spoor_shell_options {
    const struct spoor_shell_option
        *list; /**< the first is for words without an option, and for an empty line */
    unsigned count;
    /** @return 0, or a negative errno after a message */
    int (*check)(unsigned option, char **words, int n, void *arg);
    int (*run)(unsigned option, char **words, int n, void *arg);
    /** @return the `n`-th completion of the option's word number `at`, or NULL past the last */
    const char *(*complete)(unsigned option, const struct spoor_shell_words *words, int at, unsigned n);
};

/** Initialiser for the members `list` and `count`. */
#define SPOOR_SHELL_OPTION_LIST(list) (list), sizeof(list) / sizeof((list)[0])

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
 * others by the option before the word. Long options (--sort) that aren't in the list are ignored.
 *
 * @return NULL past the last
 *
 * Context: thread.
 */
const char *spoor_shell_complete_options(const struct spoor_shell_options *options,
                                         const struct spoor_shell_words *words, unsigned n);

SPOOR_EXTERN_C_END

#endif
