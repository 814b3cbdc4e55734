/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by trace_points and trace_blocks: options, selection, table, details. A command is an adapter to its
 * kind of item.
 */
#ifndef COMMANDS_TRACE_COMMAND_PRIV_H
#define COMMANDS_TRACE_COMMAND_PRIV_H

#include <spoor/trace.h>
#include <spoor/trigger.h>
#include <spoor/shell/shell.h>

/* A snapshot of one item. Of a point only the count is set. */
struct trace_row {
    unsigned id;
    bool on;
    struct trace_block_stats stats;
};

/* A column of the tables, and a key of --sort. */
struct trace_column {
    const char *title, *word; /* NULL: no key */
    enum trace_cell { TRACE_CELL_ID, TRACE_CELL_NAME, TRACE_CELL_ON, TRACE_CELL_COUNT, TRACE_CELL_TIME } cell;
    uint8_t at;     /* offset of a count or time in struct trace_block_stats */
    uint8_t tables; /* that show it, TRACE_OF_... */
};

enum { TRACE_OF_POINTS = 1, TRACE_OF_BLOCKS = 2, TRACE_OF_NET = 4 };

/* In the order in which tables have them; a title of NULL ends them. The first is the ID. */
extern const struct trace_column trace_columns[];

/* How -s shows. */
struct trace_view {
    const struct trace_column *sort;
    bool net;      /* net times instead of wall times */
    bool less_own; /* without the cost of an empty block */
};

struct trace_kind {
    const char *command, *one, *many; /* "trace_points", "point", "points" */
    bool timed;                       /* has times and mismatches */
    unsigned (*size)(void);
    const char *(*name)(unsigned id);
    const char *(*described)(
        unsigned n); /* the name of the n-th description, in no order; NULL past the last */
    const struct spoor_location_func *(*location)(unsigned id); /* NULL with CONFIG_TRACE_NAMES 0 */
    void (*read)(unsigned id, struct trace_row *row);
    void (*enable)(unsigned id, bool on);
    void (*reset)(unsigned id);
    struct trace_point *(*point)(unsigned id); /* one of the two */
    struct trace_block *(*block)(unsigned id);
};

/* Run the command's line. */
int trace_command_run(const struct trace_kind *kind, int argc, char **argv);

/* Offer the n-th completion of a word of the line. */
const char *trace_command_complete(const struct trace_kind *kind, const struct spoor_shell_words *words,
                                   unsigned n);

/* Carry out -a, -d, -r, -e or -E. @return 0 or a negative errno, after a message */
int trace_change(const struct trace_kind *kind, char option, char **words, int n);

/* Whether a word is the number, or is or matches the name, of an item. */
bool trace_word_names(const char *word, uint32_t number, const char *name);

/* Whether a word, an ID, name or pattern, selects `id`. */
bool trace_word_means(const struct trace_kind *kind, const char *word, unsigned id);

/* Whether one of the `n` words, IDs, names and patterns, selects `id`; true for no words. */
bool trace_selected(const struct trace_kind *kind, char **words, int n, unsigned id);

/* Placeholder for a name that isn't on the target: "#7". Two static buffers, so it is valid for two calls. */
const char *trace_number_name(unsigned id);

/* The count or time of a row in column `c`. */
uint64_t trace_column_value(const struct trace_column *c, const struct trace_row *row);

/* The n-th column by which items of this kind can be sorted, NULL past the last. */
const struct trace_column *trace_key(const struct trace_kind *kind, unsigned n);

/* Print the table of the items that the `n` words select, all for none. */
int trace_show_table(const struct trace_kind *kind, char **words, int n, const struct trace_view *view);

/* Print the visits since the last call, of the items that the words select. @return 0 or a negative errno
 */
int trace_show_rates(const struct trace_kind *kind, char **words, int n);

/* Print the details of one. */
void trace_show_details(const struct trace_kind *kind, unsigned id);

/* Whether there are unmatched enters or leaves; and how many. */
bool trace_has_mismatches(const struct trace_row *row);
void trace_print_mismatches(const struct trace_row *row);

/*
 * Check the `n` words of -w: ID, condition, action; or ID, "off"; or none.
 *
 * @param wanted  conditions that the line's -w so far set, less those that they remove
 */
int trace_check_watch(const struct trace_kind *kind, char **words, int n, int *wanted);

/* Carry them out: set, remove, or list. */
int trace_watch_command(const struct trace_kind *kind, char **words, int n);

/* Print the conditions on one, a line each. */
void trace_show_watches(const struct trace_kind *kind, unsigned id);

/* Measure the profiler's own cost and print it. */
void trace_show_costs(const struct trace_kind *kind);

#endif
