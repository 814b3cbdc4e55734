/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by table.c and print.c. */
#ifndef TABLE_TABLE_PRIV_H
#define TABLE_TABLE_PRIV_H

#include <table/table.h>

/** @return the width of a value as text */
unsigned table_width(const struct column *column, const struct cell *cell);

/** @return the width of a column's name in the header */
unsigned table_name_width(const char *name);

void table_write_head(struct table *t);
void table_write_row(struct table *t, const struct cell *row);

#endif
