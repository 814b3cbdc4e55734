/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables whose columns are as wide as their widest cell. Only as many columns are shown as fit into 80
 * characters. Cells are UTF-8, with one column per character. Invalid bytes and control characters are shown
 * as question marks.
 *
 * The rows are generated twice, first to measure and then to print, so no text is stored. They must be the
 * same both times: print changing data from a copy. Ctrl-C ends a table.
 *
 *     spoor_table_begin(&t, ">ID\0<Name", 2);
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
#define SPOOR_TABLE_CELL_BYTES CONFIG_SHELL_CELL_BYTES /**< longer cells are cut and end in three dots */

/** All members are private to the table. */
struct spoor_table {
    const char *columns;
    uint8_t column_count, column;
    uint8_t pass;  /**< 0 before, 1 measuring, 2 printing, 3 stopped by Ctrl-C */
    uint8_t shown; /**< number of columns that fit on the screen */
    uint8_t gap;   /**< number of blanks between columns */
    uint8_t width[SPOOR_TABLE_COLUMNS];
};

/**
 * Start a table with `n` columns, at most SPOOR_TABLE_COLUMNS.
 *
 * @param columns  a list for spoor_text_nth(): a title for each column, after '<' for cells at the left or
 *                 '>' for cells at the right, e.g. ">ID\0<Name"
 *
 * Context: thread.
 */
void spoor_table_begin(struct spoor_table *t, const char *columns, unsigned n);

/** Start the next pass over the rows. @return 0 after the last pass. Context: thread. */
int spoor_table_pass(struct spoor_table *t);

/** Fill the next cell. After the last column the next row starts. Context: thread. */
void spoor_table_cell(struct spoor_table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** Fill the next cell with a text, or with a number. Context: thread. */
void spoor_table_text(struct spoor_table *t, const char *text);
void spoor_table_number(struct spoor_table *t, uint32_t number);

SPOOR_EXTERN_C_END

#endif
