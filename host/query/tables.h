/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables of a recording, made in one pass: of one analysis, of several that a pass of the caller feeds, or of
 * all of them.
 */
#ifndef QUERY_TABLES_H
#define QUERY_TABLES_H

#include <analysis/analysis.h>
#include <query/pass.h>

/**
 * @param table  set up but for its kind; the rows go there
 * @return STATUS_OK, STATUS_CANT_SAY where an event is missing, which the fault names, or another status
 */
int query_table(struct input *in, const struct analysis *analysis, const struct pass_options *range,
                const struct analysis_options *options, struct table *table);

/* ------------------------------------------------------------------ several, in a pass of the caller */

#define TABLES_MAX 64

struct tables_run {
    const struct analysis *analysis;
    struct stats stats;
};

struct tables {
    struct input *input;
    const struct analysis_options *options;
    struct tables_run *runs;
    unsigned count;
    uint32_t seen;                     /**< NEEDS_… that came */
    uint32_t prevented;                /**< … and of which a part was left out on purpose */
    const struct spoor_filter *filter; /**< the last that prevented any */
    /* Places in `runs` of those that take items, intervals and losses. */
    uint8_t of_items[TABLES_MAX], of_intervals[TABLES_MAX], of_notes[TABLES_MAX];
    unsigned items, intervals, notes;
    /* As all of them have it: */
    uint32_t hz;
    uint64_t begin;
    const struct intervals *intervals_of;
};

/** Begin an analysis' table, sorted as declared if the table names no column. */
void tables_begin(struct table *table, const struct analysis *analysis);

/**
 * Add an analysis; `input` and `options` are set already.
 *
 * @param table  begun already, where rows go that are written as they come; NULL: there are none
 * @return false without memory
 */
bool tables_add(struct tables *t, const struct analysis *analysis, struct table *table);

/** Of the pass' callbacks `every`, `before` and `interval`. */
void tables_note(struct tables *t, const struct pass *p, const struct spoor_item *item);
void tables_item(struct tables *t, const struct pass *p, const struct spoor_item *item);
void tables_interval(struct tables *t, const struct pass *p, const struct interval *i);

/** The pass is over, and its intervals are open: the rows of the `n`-th go to the table. @return as
 * query_table()
 */
int tables_finish(struct tables *t, unsigned n, const struct pass *p, struct table *table,
                  struct fault *fault);

void tables_close(struct tables *t);

/* ------------------------------------------------------------------ all */

struct fill {
    const struct pass_options *options;
    bool events; /**< the events themselves, too: "events" by number, and "fields" of each number */
    void *arg;
    /**
     * Before any row: there is such a table.
     *
     * @return false to leave it out
     */
    bool (*table)(void *arg, const struct table_kind *kind);
    /** A row of any of them: tables whose rows are moments take turns. */
    void (*row)(void *arg, const struct table_kind *kind, const struct cell *row);
};

/** @return STATUS_OK, or another status. A table that lacks its events has no rows. */
int query_tables(struct input *in, const struct fill *f);

#endif
