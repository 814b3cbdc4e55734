/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables: the findings of an analysis, as rows of typed columns. One description gives aligned text, CSV,
 * JSON lines and SQL, with the same names everywhere (docs/tables.md).
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
    COLUMN_COUNT,   /**< an integer that only grows in a run */
    COLUMN_TIME,    /**< a time in seconds; kept in ns */
    COLUMN_US,      /**< a duration in us; kept in ns */
    COLUMN_SUM_US,  /**< a sum of durations, which only grows in a run */
    COLUMN_PERCENT, /**< kept in thousandths of a percent */
    COLUMN_REAL,    /**< kept in thousandths */
};

/** What a type of column is, wherever one is written. */
struct column_form {
    const char *name;   /**< in the data of a page */
    const char *words;  /**< in documents */
    const char *suffix; /**< of its columns' names, or "" */
    const char *unit;   /**< or NULL */
    uint32_t scale;     /**< so much is kept for 1 of the unit */
    unsigned digits;    /**< after the point */
    const char *base;   /**< the unit of its metrics, or NULL */
    double base_scale;  /**< so much is kept for 1 of that */
    const char *sql;    /**< its type in SQL */
    bool grows;         /**< only, in a run: its metrics are counters */
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

/** A value: a number, or text whose bytes are the table's until the row is written. */
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
    void (*take)(void *arg, const struct cell *row); /**< of TABLE_ROWS: instead of printing */
    void *arg;
    const struct table_kind *kind;
    const char *sort; /**< the name of a column, or NULL: as they come; "-name": descending */
    uint64_t top;     /**< so many rows at most; 0: all */
    uint64_t rows;    /**< so far */
    bool failed;      /**< no memory, or no such column to sort by */

    struct cell row[TABLE_COLUMNS_MAX];
    unsigned filled;
    /* Rows that wait for the widths of columns, or to be sorted: cells, and the bytes of their texts. */
    struct cell *kept;
    size_t kept_rows, kept_room;
    struct text_block *texts;
    unsigned width[TABLE_COLUMNS_MAX];
    bool streaming; /**< the widths are settled, rows are written as they come */
    bool headed;    /**< the head is written */
};

/** Begin a table; `out`, `format`, `sort` and `top` are set already. */
void table_begin(struct table *t, const struct table_kind *kind);

/** Append a value to the row; in the order of the columns, one for each: the tool ends at a row that differs.
 */
void table_text(struct table *t, const char *text);
void table_text_n(struct table *t, const char *text, size_t n);
void table_number(struct table *t, int64_t number);
void table_empty(struct table *t);

/** Append a time, a duration in cycles of `hz`, or a ratio. */
void table_cycles(struct table *t, uint64_t cycles, uint32_t hz);
void table_ratio(struct table *t, uint64_t part, uint64_t of); /**< for COLUMN_PERCENT: part / of * 100 */
void table_real(struct table *t, double value);

void table_end_row(struct table *t);

/** @return whether a table has a column of that name; a "-" may be before it */
bool table_has_column(const struct table_kind *kind, const char *sort);

/** Write the rows that are left. @return whether all could be kept and sorted */
bool table_end(struct table *t);

/** Forget the rows that are left, of a table that isn't ended; nothing of one that is. */
void table_drop(struct table *t);

#endif
