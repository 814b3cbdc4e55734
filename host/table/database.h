/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables in a SQLite database, in memory or in a file. */
#ifndef TABLE_DATABASE_H
#define TABLE_DATABASE_H

#include <table/table.h>

struct database;

/** @param path  a file to replace; NULL: in memory @param wrong  set to the reason on failure */
struct database *database_open(const char *path, const char **wrong);

/** Begin a table of this kind, and drop one of the same name. @return 0, or -1: see database_error() */
int database_table(struct database *d, const struct table_kind *kind);

/** Add a row to a table that was begun. */
int database_row(struct database *d, const struct table_kind *kind, const struct cell *row);

/**
 * Run statements, and print the rows of each.
 *
 * @param format  TABLE_TEXT, TABLE_CSV or TABLE_JSON
 */
int database_query(struct database *d, const char *sql, struct out *out, enum table_format format);

const char *database_error(const struct database *d);

/** @return the errno of what failed last: ENOSPC, ENOMEM or EIO */
int database_errno(const struct database *d);

/** @return 0, or a negative errno if the rest can't be written */
int database_close(struct database *d);

#endif
