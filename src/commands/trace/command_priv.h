/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by trace_points and trace_blocks: options, selection, table, details. Each command passes its
 * functions in a struct trace_kind.
 */
#ifndef COMMANDS_TRACE_COMMAND_PRIV_H
#define COMMANDS_TRACE_COMMAND_PRIV_H

#include <spoor/sites.h>
#include <spoor/trace.h>
#include <spoor/trigger.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>

/* Whether words may be places in the source. */
#define TRACE_PLACES (CONFIG_SHELL_PLACES && CONFIG_TRACE_NAMES)

/* Whether trace_blocks has --open. */
#define TRACE_OPEN_LISTED (CONFIG_SHELL_SUMMARIES && SPOOR_PORT_LISTS_THREADS)

/* A snapshot of one item. For a point only the count is set. */
struct trace_row {
    unsigned id;
    bool on;
    struct trace_block_stats stats;
};

/* A column of the tables and key of --sort. */
struct trace_column {
    const char *title; /* for spoor_table_begin(); after its NUL is the key, empty if there is none */
    enum trace_cell { TRACE_CELL_ID, TRACE_CELL_NAME, TRACE_CELL_ON, TRACE_CELL_COUNT, TRACE_CELL_TIME } cell;
    uint8_t at;     /* offset of the count or time in struct trace_block_stats */
    uint8_t tables; /* TRACE_OF_... of the tables that show the column */
};

enum { TRACE_OF_POINTS = 1, TRACE_OF_BLOCKS = 2, TRACE_OF_NET = 4 };

#define TRACE_COLUMNS_BYTES 112 /* room for the titles of a table */

/* The columns in the order of the tables; a NULL title ends the array. The first column must be the ID. */
extern const struct trace_column trace_columns[];

/* How -s shows the table. */
struct trace_view {
    const struct trace_column *sort;
    bool net;      /* net times instead of wall times */
    bool less_own; /* times without the cost of an empty block */
};

struct trace_kind {
    const char *command, *one, *many; /* "trace_points", "point", "points" */
    bool timed;                       /* has times and mismatches */
    unsigned (*size)(void);
    const char *(*name)(unsigned id);
    const char *(*described)(unsigned n); /* name of the n-th description, unordered; NULL past the last */
    const struct spoor_location_func *(*location)(unsigned id); /* NULL with CONFIG_TRACE_NAMES 0 */
    void (*read)(unsigned id, struct trace_row *row);
    void (*enable)(unsigned id, bool on);
    void (*reset)(unsigned id);
    struct trace_point *(*point)(unsigned id); /* either this one or block() is set */
    struct trace_block *(*block)(unsigned id);
};

/* Run a line of the command. @return 0 or a negative errno, after a message */
int trace_command_run(const struct trace_kind *kind, int argc, char **argv);

/* @return the n-th candidate for completion, or NULL past the last */
const char *trace_command_complete(const struct trace_kind *kind, const struct spoor_shell_words *words,
                                   unsigned n);

/* Carry out -a, -d, -r, -e or -E. @return 0 or a negative errno, after a message */
int trace_change(const struct trace_kind *kind, char option, char **words, int n);

/* @return whether a word is the item's number, is its name, or is a pattern that matches the name */
bool trace_word_names(const char *word, uint32_t number, const char *name);

/* Report that a name or pattern selects nothing; `one` is what it should have named: "point". */
void trace_refuse_name(const char *command, const char *one, const char *word);

/*
 * @return whether a word selects `id`: its ID, name, a pattern of names, or its place: "file.c", "file.c:12",
 *         "function()", each with or without the folders before it, or a pattern
 */
bool trace_word_means(const struct trace_kind *kind, const char *word, unsigned id);

/* @return whether an item is in the function of this name. Needs TRACE_PLACES. */
bool trace_word_is_function(const struct trace_kind *kind, const char *word);

/* @return whether any of the `n` words selects `id`; true if there are no words */
bool trace_selected(const struct trace_kind *kind, char **words, int n, unsigned id);

/*
 * @return a placeholder such as "#7" for a name that isn't on the target. There are two static buffers: the
 *         text is valid until the second further call.
 */
const char *trace_number_name(unsigned id);

/* How the sites of a point or block were switched. */
static inline enum trace_sites trace_item_sites(const struct trace_kind *kind, unsigned id)
{
#if TRACE_SITES_LOADED
    return trace_sites_of(kind->point != NULL ? (const void *)kind->point(id) : kind->block(id));
#else
    (void)kind;
    (void)id;
    return TRACE_SITES_NONE;
#endif
}

/* @return "yes", "no", or how the sites were switched: "patched off", "in part" */
#if TRACE_SITES_LOADED
static inline const char *trace_on_text(bool on, enum trace_sites sites)
{
    if (sites == TRACE_SITES_OFF) {
        return "patched off";
    }
    return !on ? "no" : sites == TRACE_SITES_PART ? "in part" : "yes";
}
#else
#define trace_on_text(on, sites) ((on) ? "yes" : "no")
#endif

/* @return the count or time in column `c` of a row */
uint64_t trace_column_value(const struct trace_column *c, const struct trace_row *row);

/* @return the key of a column, or NULL */
const char *trace_column_word(const struct trace_column *c);

/* @return the n-th column by which items of this kind can be sorted, or NULL past the last */
const struct trace_column *trace_key(const struct trace_kind *kind, unsigned n);

/* Print the table of the items that the `n` words select; without words, of all items. */
int trace_show_table(const struct trace_kind *kind, char **words, int n, const struct trace_view *view);

/* Print the visits since the last call, for the items that the words select. @return 0 or a negative errno */
int trace_show_rates(const struct trace_kind *kind, char **words, int n);

/* Print the open visits of the blocks that the words select. */
void trace_show_open(const struct trace_kind *kind, char **words, int n);

/* Print a place as "file.c:12", without the folders, for which a row has no room; -i shows them. */
void trace_place_cell(struct spoor_table *t, const struct spoor_location_func *location);

/* Print the details of one item. */
void trace_show_details(const struct trace_kind *kind, unsigned id);

/* Check for unmatched enters and leaves, and print their numbers. */
bool trace_has_mismatches(const struct trace_row *row);
void trace_print_mismatches(const struct trace_row *row);

/*
 * Check the `n` words of -w: ID, condition, action; or ID, "off"; or none.
 *
 * @param wanted conditions set so far by the line's -w, minus those it removed; updated
 * @return 0 or a negative errno, after a message
 */
int trace_check_watch(const struct trace_kind *kind, char **words, int n, int *wanted);

/* Run a checked -w: set, remove or list conditions. @return 0 or a negative errno, after a message */
int trace_watch_command(const struct trace_kind *kind, char **words, int n);

/* Print the conditions on one item, one per line. */
void trace_show_watches(const struct trace_kind *kind, unsigned id);

/* Measure the profiler's own cost and print it. */
void trace_show_costs(const struct trace_kind *kind);

#endif
