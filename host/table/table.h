/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables: the results of an analysis, as rows of typed columns. The same description serves aligned text,
 * CSV, JSON lines and SQL, so names are the same everywhere (docs/tables.md).
 *
 *     static const struct column columns[] = {{"thread", COLUMN_TEXT, "…"}, {"wait_us", COLUMN_US, "…"}};
 *     table_begin(t, &(struct table_kind){"waits", columns, 2});
 *     table_text(t, "filter"); table_cycles(t, 1500, hz); table_end_row(t);
 *     table_end(t);
 */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/out.h>

enum column_type {
    COLUMN_TEXT,
    COLUMN_NUMBER,  /**< an integer */
    COLUMN_COUNT,   /**< an integer that never decreases in a run */
    COLUMN_TIME,    /**< a time in seconds; kept in ns */
    COLUMN_US,      /**< a duration in us; kept in ns */
    COLUMN_SUM_US,  /**< a sum of durations, which never decreases in a run */
    COLUMN_PERCENT, /**< kept in thousandths of a percent */
    COLUMN_REAL,    /**< kept in thousandths */
};

/** The properties of a type of column, for all outputs. */
struct column_form {
    const char *name;   /**< in the data of a page */
    const char *words;  /**< in documents */
    const char *suffix; /**< of its columns' names, or "" */
    const char *unit;   /**< or NULL */
    uint32_t scale;     /**< the stored value of 1 unit */
    unsigned digits;    /**< after the point */
    const char *base;   /**< the unit of its metrics, or NULL */
    double base_scale;  /**< the stored value of 1 of that unit */
    const char *sql;    /**< its type in SQL */
    bool grows;         /**< never decreases in a run: its metrics are counters */
};

/** By enum column_type. */
extern const struct column_form column_forms[];

struct column {
    const char *name; /**< with its unit; a key in JSON, a column in SQL */
    enum column_type type;
    const char *help;
};

struct table_kind {
    const char *name; /**< also the table's name in SQL */
    const struct column *columns;
    unsigned count;
    enum table_metric { NO_METRIC, METRIC } metric; /**< whether its numbers are metrics of a run */
};

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSON, TABLE_ROWS };

/** A value: a number, or text that the table owns until the row is written. */
struct cell {
    bool empty; /**< unknown: blank, empty, null */
    bool bare;  /**< text that is a number: no quotes around it */
    int64_t number;
    const char *text;
    size_t length;
};

#define TABLE_COLUMNS_MAX 32

struct table {
    struct out *out;
    enum table_format format;
    void (*take)(void *arg, const struct cell *row); /**< receives the rows of TABLE_ROWS */
    void *arg;
    /** Receives each row too, before sorting and `top`, whatever the format; or NULL. */
    void (*also)(void *arg, const struct table_kind *kind, const struct cell *row);
    void *also_arg;
    const struct table_kind *kind;
    const char *sort; /**< the name of a column; "-name": descending; NULL: unsorted */
    uint64_t top;     /**< at most N rows; 0: all */
    uint64_t rows;    /**< so far */
    bool failed;      /**< memory ran out, or there is no such column to sort by */

    struct cell row[TABLE_COLUMNS_MAX];
    unsigned filled;
    /* Rows kept for the widths of columns or for sorting: cells, and the bytes of their texts. */
    struct cell *kept;
    size_t kept_rows, kept_room;
    struct text_block *texts;
    unsigned width[TABLE_COLUMNS_MAX];
    bool streaming; /**< the widths are fixed, and rows are written at once */
    bool headed;    /**< the header was written */
};

/** Begin a table. `out`, `format`, `sort` and `top` must be set. */
void table_begin(struct table *t, const struct table_kind *kind);

/** Append a value to the row. There must be one for each column, in their order: the tool ends at a row that
 * differs. */
void table_text(struct table *t, const char *text);
void table_text_n(struct table *t, const char *text, size_t n);
void table_number(struct table *t, int64_t number);
void table_empty(struct table *t);

/** Append a time, a duration in cycles of `hz`, or a ratio. */
void table_cycles(struct table *t, uint64_t cycles, uint32_t hz);
void table_ratio(struct table *t, uint64_t part, uint64_t of); /**< for COLUMN_PERCENT: part / of * 100 */
void table_real(struct table *t, double value);

void table_end_row(struct table *t);

/** @return whether a table has a column of that name, which may begin with "-" */
bool table_has_column(const struct table_kind *kind, const char *sort);

/** Write the remaining rows. @return false if memory ran out or the sort column doesn't exist */
bool table_end(struct table *t);

/** Free the remaining rows of a table that wasn't ended. Has no effect after table_end(). */
void table_drop(struct table *t);

#endif
