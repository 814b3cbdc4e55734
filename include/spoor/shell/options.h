/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of a command: each is followed by its words, and several may stand in one line. The line is
 * gone through twice, first to check all of it and then to do it: nothing is done before all of the line is
 * known to be right.
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
    uint8_t least, most; /**< words after it */
    const char *needs;   /**< for the message: the words that it needs, e.g. "an ID"; may be NULL */
};

/** All options of a command; `option` below is the place in the list. */
struct spoor_shell_options {
    const struct spoor_shell_option
        *list; /**< the first is for words without an option, and for an empty line */
    unsigned count;
    /** @return 0, or a negative errno after a message */
    int (*check)(unsigned option, char **words, int n, void *arg);
    int (*run)(unsigned option, char **words, int n, void *arg);
    /** Offer the `n`-th completion of the option's word number `at`, or NULL past the last. */
    const char *(*complete)(unsigned option, const struct spoor_shell_words *words, int at, unsigned n);
};

/** A list and its count, for the two members. */
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
 * Offer the `n`-th completion of a line of these options: their names to a word with a dash, otherwise the
 * completions of the option before the word. Long options (--sort) that aren't of the table are passed over.
 *
 * @return NULL past the last
 *
 * Context: thread.
 */
const char *spoor_shell_complete_options(const struct spoor_shell_options *options,
                                         const struct spoor_shell_words *words, unsigned n);

SPOOR_EXTERN_C_END

#endif
