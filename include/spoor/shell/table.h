/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables with columns as wide as their widest cell; of columns, as many as 80 characters have room for. Cells
 * are UTF-8, with a column for each character; bytes that are none, and control characters, are question
 * marks. The rows are gone through twice, first to measure and then to print, so no text is kept. The rows
 * must be the same both times: print from a copy of changing data. Ctrl-C ends a table.
 *
 *     spoor_table_begin(&t, columns, 2);
 *     while (spoor_table_pass(&t)) {
 *         for (i = 0; i < n; i++) {
 *             spoor_table_cell(&t, "%u", i);
 *             spoor_table_cell(&t, "%s", name[i]);
 *         }
 *     }
 */
#ifndef SPOOR_SHELL_TABLE_H
#define SPOOR_SHELL_TABLE_H

#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#define SPOOR_TABLE_COLUMNS    16
#define SPOOR_TABLE_CELL_BYTES CONFIG_SHELL_CELL_BYTES /**< a longer cell is cut, and ends in three dots */

struct spoor_table_column {
    const char *title;
    enum { SPOOR_TABLE_LEFT, SPOOR_TABLE_RIGHT } align;
};

/** All members are the table's own. */
struct spoor_table {
    const struct spoor_table_column *columns;
    uint8_t column_count, column;
    uint8_t pass;  /**< 0 before, 1 measuring, 2 printing, 3 stopped by Ctrl-C */
    uint8_t shown; /**< columns that the screen has room for … */
    uint8_t gap;   /**< … with so many blanks between them */
    uint8_t width[SPOOR_TABLE_COLUMNS];
};

/** Begin a table of `n` columns, at most SPOOR_TABLE_COLUMNS. Context: thread. */
void spoor_table_begin(struct spoor_table *t, const struct spoor_table_column *columns, unsigned n);

/** Begin the next pass over the rows. @return 0 after the last. Context: thread. */
int spoor_table_pass(struct spoor_table *t);

/** Fill the next cell; after the last column the next row begins. Context: thread. */
void spoor_table_cell(struct spoor_table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** The same for a text, and for a number. */
void spoor_table_text(struct spoor_table *t, const char *text);
void spoor_table_number(struct spoor_table *t, uint32_t number);

SPOOR_EXTERN_C_END

#endif
