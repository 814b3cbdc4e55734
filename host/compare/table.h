/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of `spoor diff`, and of the comparison in a report. */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include <compare/compare.h>
#include <table/table.h>

extern const struct table_kind diff_kind;

void diff_row(struct table *t, const struct comparison *c);

#endif
