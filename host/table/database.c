/* SPDX-License-Identifier: BSD-2-Clause */
/* Columns keep their names. Numbers in s, us and per cent are REAL. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sqlite3.h>
#include <base/vector.h>
#include <table/database.h>

struct database {
    sqlite3 *db;
    struct insert {
        sqlite3_stmt *statement;
        const struct table_kind *kind;
    } * tables; /* their rows arrive interleaved */
    unsigned count, last;
};

struct database *database_open(const char *path, const char **wrong)
{
    struct database *d = calloc(1, sizeof *d);

    *wrong = "not enough memory";
    if (d == NULL) {
        return NULL;
    }
    if (path != NULL) {
        (void)unlink(path);
    }
    if (sqlite3_open(path != NULL ? path : ":memory:", &d->db) != SQLITE_OK ||
        sqlite3_exec(d->db, "PRAGMA synchronous=OFF; PRAGMA journal_mode=OFF; BEGIN", NULL, NULL, NULL) !=
            SQLITE_OK) {
        static _Thread_local char text[256];

        snprintf(text, sizeof text, "%s", sqlite3_errmsg(d->db));
        *wrong = text;
        sqlite3_close(d->db);
        free(d);
        return NULL;
    }
    return d;
}

const char *database_error(const struct database *d)
{
    return sqlite3_errmsg(d->db);
}

int database_errno(const struct database *d)
{
    switch (sqlite3_errcode(d->db) & 0xff) {
    case SQLITE_FULL:
        return ENOSPC;
    case SQLITE_NOMEM:
        return ENOMEM;
    default:
        return EIO;
    }
}

static void end_tables(struct database *d)
{
    for (unsigned n = 0; n < d->count; n++) {
        sqlite3_finalize(d->tables[n].statement);
    }
    d->count = d->last = 0;
}

static struct insert *add_table(struct database *d, const struct table_kind *kind)
{
    if (!VECTOR_GROW(d->tables, d->count)) {
        return NULL;
    }
    d->tables[d->count] = (struct insert){NULL, kind};
    return &d->tables[d->count++];
}

static const struct insert *find_table(struct database *d, const struct table_kind *kind)
{
    for (unsigned n = 0; n < d->count && d->tables[d->last].kind != kind; n++) {
        d->last = n;
    }
    return &d->tables[d->last];
}

int database_table(struct database *d, const struct table_kind *kind)
{
    char sql[4096], places[4 * TABLE_COLUMNS_MAX] = "";
    size_t used;
    struct insert *insert = add_table(d, kind);

    if (insert == NULL) {
        return -1;
    }
    snprintf(sql, sizeof sql, "DROP TABLE IF EXISTS \"%s\"", kind->name);
    if (sqlite3_exec(d->db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        return -1;
    }
    used = (size_t)snprintf(sql, sizeof sql, "CREATE TABLE \"%s\" (", kind->name);
    for (unsigned i = 0; i < kind->count; i++) {
        enum column_type type = kind->columns[i].type;

        used += (size_t)snprintf(sql + used, sizeof sql - used, "%s\"%s\" %s", i != 0 ? ", " : "",
                                 kind->columns[i].name, column_forms[type].sql);
        strcat(places, i != 0 ? ",?" : "?");
    }
    snprintf(sql + used, sizeof sql - used, ")");
    if (sqlite3_exec(d->db, sql, NULL, NULL, NULL) != SQLITE_OK) {
        return -1;
    }
    snprintf(sql, sizeof sql, "INSERT INTO \"%s\" VALUES (%s)", kind->name, places);
    return sqlite3_prepare_v2(d->db, sql, -1, &insert->statement, NULL) == SQLITE_OK ? 0 : -1;
}

int database_row(struct database *d, const struct table_kind *kind, const struct cell *row)
{
    sqlite3_stmt *insert = find_table(d, kind)->statement;
    for (unsigned i = 0; i < kind->count; i++) {
        enum column_type type = kind->columns[i].type;
        int at = (int)i + 1;

        if (row[i].empty) {
            sqlite3_bind_null(insert, at);
        } else if (type == COLUMN_TEXT) {
            /* SQLite reads the text before this returns: no copy is needed. */
            sqlite3_bind_text(insert, at, row[i].text, (int)row[i].length, SQLITE_STATIC);
        } else if (column_forms[type].digits == 0) {
            sqlite3_bind_int64(insert, at, row[i].number);
        } else {
            sqlite3_bind_double(insert, at, (double)row[i].number / column_forms[type].scale);
        }
    }
    bool done = sqlite3_step(insert) == SQLITE_DONE;

    return sqlite3_reset(insert) == SQLITE_OK && done ? 0 : -1;
}

/* ------------------------------------------------------------------ queries */

/* The columns of a result have no types before its rows are read: all are printed as text, numbers unchanged.
 */
static int print_rows(struct database *d, sqlite3_stmt *s, struct out *out, enum table_format format)
{
    struct column columns[TABLE_COLUMNS_MAX];
    unsigned count = (unsigned)sqlite3_column_count(s);
    struct table t = {.out = out, .format = format};
    int step;

    if (count > TABLE_COLUMNS_MAX) {
        count = TABLE_COLUMNS_MAX;
    }
    for (unsigned i = 0; i < count; i++) {
        columns[i] = (struct column){sqlite3_column_name(s, (int)i), COLUMN_TEXT, ""};
    }
    table_begin(&t, &(struct table_kind){"result", columns, count});
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        for (unsigned i = 0; i < count; i++) {
            const char *text = (const char *)sqlite3_column_text(s, (int)i);

            if (text == NULL) {
                table_empty(&t);
            } else {
                table_text_n(&t, text, (size_t)sqlite3_column_bytes(s, (int)i));
                t.row[i].bare = sqlite3_column_type(s, (int)i) != SQLITE_TEXT;
            }
        }
        table_end_row(&t);
    }
    (void)table_end(&t);
    (void)d;
    return step == SQLITE_DONE ? 0 : -1;
}

int database_query(struct database *d, const char *sql, struct out *out, enum table_format format)
{
    int result = 0;

    end_tables(d);
    while (result == 0 && *sql != 0) {
        sqlite3_stmt *s = NULL;

        if (sqlite3_prepare_v2(d->db, sql, -1, &s, &sql) != SQLITE_OK) {
            return -1;
        }
        if (s != NULL) {
            result = print_rows(d, s, out, format);
        }
        sqlite3_finalize(s);
    }
    return result;
}

int database_close(struct database *d)
{
    end_tables(d);
    int result = sqlite3_exec(d->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ? 0 : -database_errno(d);

    sqlite3_close(d->db);
    free(d->tables);
    free(d);
    return result;
}
