/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of a command, as a table. Parsing, help, manual pages and shell completion are made from it. A
 * value is stored in the variable that the table names.
 */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stdbool.h>
#include <stdint.h>
#include <cli/doc.h>

enum option_type {
    OPTION_FLAG,   /**< bool */
    OPTION_TEXT,   /**< const char * */
    OPTION_TIME,   /**< uint64_t, in ns: 1.5 (seconds), 20ms, 7us, 100ns */
    OPTION_SPAN,   /**< the same, but not 0 */
    OPTION_NUMBER, /**< uint64_t; with k, M or G: times 2^10, 2^20, 2^30 */
    OPTION_COUNT,  /**< the same, but not 0: 0 means not given */
    OPTION_LIST,   /**< struct option_list: the option may be repeated */
};

#define OPTION_LIST_MAX 32

struct option_list {
    const char *item[OPTION_LIST_MAX];
    unsigned count;
};

struct option {
    const char *name; /**< without its dashes */
    char letter;      /**< or 0 */
    enum option_type type;
    void *to;
    const char *value; /**< its name in help; NULL for a flag. "a|b|c": one of these */
    const char *help;
};

/** The end of a table. */
#define OPTION_END                                                                                           \
    {                                                                                                        \
        .name = NULL                                                                                         \
    }

/** Set all variables of a table to their defaults: 0, or UINT64_MAX for a time named "to". */
void options_reset(const struct option *options);

/**
 * Parse the option `argv[*at]` and its value by one of the tables.
 *
 * @param at     its index; moved to the last word that was parsed
 * @param wrong  set to the two halves of a message, on an error
 * @return 1: parsed; 0: not an option; -1: an error
 */
int options_take(const struct option *const *tables, unsigned count, int argc, char **argv, int *at,
                 const char *wrong[2]);

/** Write the options of a table to a page. */
void options_write(const struct option *options, struct doc *p);

#endif
