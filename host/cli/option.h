/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The options of a command: one table, from which come parsing, help, the man page and the completion of
 * shells. A value goes to the variable that the table names.
 */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <stdbool.h>
#include <stdint.h>

enum option_type {
    OPTION_FLAG,   /**< bool */
    OPTION_TEXT,   /**< const char * */
    OPTION_TIME,   /**< uint64_t, in ns: 1.5 (seconds), 20ms, 7us, 100ns */
    OPTION_SPAN,   /**< the same, but not 0 */
    OPTION_NUMBER, /**< uint64_t; with k, M or G: times 2^10, 2^20, 2^30 */
    OPTION_COUNT,  /**< the same, but not 0: a variable that is 0 has none */
    OPTION_LIST,   /**< struct option_list: it may be given several times */
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

/** Set all variables of a table to their defaults: 0, and UINT64_MAX of times whose name is "to". */
void options_reset(const struct option *options);

/**
 * Take the option `argv[*at]`, and its value, from one of the tables.
 *
 * @param at     its index; moved to the last word taken
 * @param wrong  of an error: the two halves of a message
 * @return 1 when taken, 0 when it is no option, -1 on an error
 */
int options_take(const struct option *const *tables, unsigned count, int argc, char **argv, int *at,
                 const char *wrong[2]);

/** Print the table, an option a line. */
void options_print(const struct option *options);

#endif
