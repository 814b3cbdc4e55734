/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables as metrics: each column of numbers is a gauge or counter; columns of text, CPU and line are labels.
 * All formats require base units: seconds, ratios.
 */
#ifndef EXPORT_TABLE_METRICS_PRIV_H
#define EXPORT_TABLE_METRICS_PRIV_H

#include <base/hash.h>
#include <export/table/exporter.h>

struct metrics {
    const struct table_kind *kind;
    struct bytes samples[TABLE_COLUMNS_MAX]; /**< samples of each column */
    struct bytes labels;
    struct hash seen; /**< labels of this table: a row with the same labels as another gets a number */
    uint32_t rows;
    bool some;  /**< a table was written before */
    bool plain; /**< the older text format of Prometheus */
};

/** @return whether a table's numbers are metrics; for table() of exporters */
bool metrics_wants_table(struct table_export *e, const struct table_kind *kind);

/** @return whether a column is a label for the samples of other columns */
bool metrics_is_label(const struct column *c);

/** @return the unit of a column's metric, or NULL */
const char *metrics_unit(const struct column *c);

/**
 * Write the name of a column's metric. Examples for blocks: max_us becomes spoor_blocks_max_seconds; total_us
 * becomes spoor_blocks_seconds, a counter, whose samples have the suffix _total; count becomes
 * spoor_blocks_events, because the suffix _count is reserved for summaries.
 */
void metrics_name(char *name, size_t size, const struct table_kind *kind, const struct column *c);

/** Append a value in its metric's unit. */
void metrics_put_value(struct bytes *b, const struct cell *cell, enum column_type type);

/** @return the number of earlier rows in this table with the current labels */
unsigned metrics_repeated(struct metrics *m);

/** Discard the samples and labels of a table that was written. */
void metrics_forget_table(struct metrics *m);

/** Free the state; for free() of exporters. */
void metrics_free(struct table_export *e);

#endif
