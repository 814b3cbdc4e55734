/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables as metrics: a gauge or counter for each column of numbers, with the columns of text, and CPU and
 * line, as labels. Units are the bases that all formats ask for: seconds, ratios.
 */
#ifndef EXPORT_TABLE_METRICS_PRIV_H
#define EXPORT_TABLE_METRICS_PRIV_H

#include <base/hash.h>
#include <export/table/exporter.h>

struct metrics {
    const struct table_kind *kind;
    struct bytes samples[TABLE_COLUMNS_MAX]; /**< of each column */
    struct bytes labels;
    struct hash seen; /**< labels of this table: a row with equal ones gets a number */
    uint32_t rows;
    bool some;  /**< a table was written before */
    bool plain; /**< Prometheus' older text */
};

/** @return whether a table's numbers are metrics; the exporters' table() */
bool metrics_wants_table(struct table_export *e, const struct table_kind *kind);

/** @return whether a column is a label of the others' samples */
bool metrics_is_label(const struct column *c);

/** @return the unit of a column's metric, or NULL */
const char *metrics_unit(const struct column *c);

/**
 * Write the name of a column's metric.
 *
 * max_us of blocks is spoor_blocks_max_seconds; total_us spoor_blocks_seconds, a counter: its samples add
 * _total; count is spoor_blocks_events, since _count is the ending of a summary's.
 */
void metrics_name(char *name, size_t size, const struct table_kind *kind, const struct column *c);

/** Append a value in its metric's unit. */
void metrics_put_value(struct bytes *b, const struct cell *cell, enum column_type type);

/** @return how many rows with the present labels came before in this table */
unsigned metrics_repeated(struct metrics *m);

/** Forget the samples and labels of a table that is written. */
void metrics_forget_table(struct metrics *m);

/** The exporters' free(). */
void metrics_free(struct table_export *e);

#endif
