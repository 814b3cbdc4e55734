/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What trace_points and trace_blocks have in common: options, selection, table, details. A command is
 * an adapter to its kind of thing.
 */
#ifndef COMMANDS_TRACE_COMMAND_PRIV_H
#define COMMANDS_TRACE_COMMAND_PRIV_H

#include <profiler/tracing/trace.h>

#if CONFIG_TRACE

#define TRACE_COMMAND_USAGE "[-h] [-s [ID...] [--sort KEY]] [-i ID...] [-a ID...] [-d ID...] [-r [ID...]]"

/* One thing at one moment. Of a point only the count is set. */
struct trace_row {
    unsigned id;
    bool on;
    struct trace_block_stats stats;
};

/* What can be shown and sorted by; a kind has the first so many of them. */
enum trace_key { KEY_ID, KEY_NAME, KEY_COUNT, KEY_LAST, KEY_MIN, KEY_MAX, KEY_AVG, KEY_TOTAL, KEYS };

struct trace_kind {
    const char *command, *one, *many; /* "trace_points", "point", "points" */
    bool timed;                       /* has times and mismatches */
    unsigned (*size)(void);
    const char *(*name)(unsigned id);
    const struct location_func *(*location)(unsigned id);
    void (*read)(unsigned id, struct trace_row *row);
    void (*enable)(unsigned id, bool on);
    void (*reset)(unsigned id);
};

/* Run the command's line. Nothing is done before all of it is known to be right. */
int trace_command_run(const struct trace_kind *kind, int argc, char **argv);

/* Print the table of what the `n` words select, all for none; sorted. */
int trace_show_table(const struct trace_kind *kind, char **words, int n, enum trace_key sort);

/* Print the details of one. */
void trace_show_details(const struct trace_kind *kind, unsigned id);

/* Whether one of the `n` words, IDs, names and patterns, means `id`; true for no words. */
bool trace_selected(const struct trace_kind *kind, char **words, int n, unsigned id);

#endif
#endif
