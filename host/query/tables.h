/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables of a recording, made in one pass: of one analysis, of several in a pass of the caller, or of all.
 */
#ifndef QUERY_TABLES_H
#define QUERY_TABLES_H

#include <analysis/analysis.h>
#include <query/pass.h>

/**
 * @param table  receives the rows. Everything but its kind must be set
 * @return STATUS_OK; STATUS_CANT_SAY if events are missing, which the fault names; or another status
 */
int query_table(struct input *in, const struct analysis *analysis, const struct pass_options *range,
                const struct analysis_options *options, struct table *table);

/* ------------------------------------------------------------------ several, in a pass of the caller */

#define TABLES_MAX 64

/** An event. */
struct tables_id {
    uint64_t takers; /**< runs whose analyses take its records, one bit each */
    uint32_t brings; /**< NEEDS_… */
};

struct tables_run {
    const struct analysis *analysis;
    struct stats stats;
    bool finished;
};

struct tables {
    struct input *input;
    const struct analysis_options *options;
    struct tables_run *runs;
    unsigned count;
    unsigned asked;      /**< the first runs, which the caller added; the others are read by these */
    struct table *sinks; /**< of the other runs: their rows are only passed on */
    uint32_t seen;       /**< NEEDS_… of the received records */
    uint32_t prevented;  /**< NEEDS_… of which the target's filter excluded a part */
    const struct spoor_filter *filter; /**< the last filter that excluded any */
    struct tables_id *ids;             /**< SPOOR_WIRE_IDS events; NULL before tables_complete() */
    /* Indices in `runs` of the analyses that take intervals, by their bit; losses; and early records. */
    uint8_t of_intervals[INTERVALS_BITS][TABLES_MAX], of_notes[TABLES_MAX], of_earlies[TABLES_MAX];
    unsigned intervals[INTERVALS_BITS], notes, earlies;
    /* The same for all analyses: */
    uint32_t hz;
    uint64_t begin;
    const struct intervals *intervals_of;
};

/** Begin an analysis' table, sorted as declared if the table names no column. */
void tables_begin(struct table *table, const struct analysis *analysis);

/**
 * Add an analysis. `input` and `options` must be set.
 *
 * @param table  begun; receives rows that are written at once; NULL: the analysis has none
 * @return false if memory ran out
 */
bool tables_add(struct tables *t, const struct analysis *analysis, struct table *table);

/**
 * Add the analyses whose rows others read, unless they were added. Must be called after the last
 * tables_add(), before the pass.
 *
 * @return false if memory ran out
 */
bool tables_complete(struct tables *t);

/** Must be called by the callback `early` of the pass. */
void tables_early(struct tables *t, const struct pass *p, const struct spoor_item *item);

/** Must be called by the callbacks `every`, `before` and `interval` of the pass. */
void tables_note(struct tables *t, const struct pass *p, const struct spoor_item *item);
void tables_item(struct tables *t, const struct pass *p, const struct spoor_item *item);
void tables_interval(struct tables *t, const struct pass *p, const struct interval *i);

/**
 * Write the rows of the `n`-th analysis to the table. Must be called after the pass, before pass_close(),
 * once for each analysis; for one that reads others, after these.
 *
 * @return as query_table()
 */
int tables_finish(struct tables *t, unsigned n, const struct pass *p, struct table *table,
                  struct fault *fault);

void tables_close(struct tables *t);

/* ------------------------------------------------------------------ all */

struct fill {
    const struct pass_options *options;
    bool named;  /**< also make tables that must be asked for by name */
    bool events; /**< add the events: a table "events", and "fields" with their fields */
    void *arg;
    /**
     * Before any row: there is such a table.
     *
     * @return false to leave it out
     */
    bool (*table)(void *arg, const struct table_kind *kind);
    /** Takes a row. Rows of tables that are written at once arrive interleaved. */
    void (*row)(void *arg, const struct table_kind *kind, const struct cell *row);
};

/** @return STATUS_OK, or another status. A table whose events are missing has no rows. */
int query_tables(struct input *in, const struct fill *f);

#endif
