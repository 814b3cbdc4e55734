/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables of many runs as SQL for ClickHouse. The run's name, board, release, build and time precede the
 * columns of each table. For `clickhouse-client --multiquery`. If a run is inserted twice, its rows are
 * duplicated.
 */
#include <inttypes.h>
#include <string.h>
#include <export/table/exporter.h>

#define ROWS_IN_A_STATEMENT 1000

struct clickhouse {
    const struct table_kind *kind;
    unsigned rows;
};

/* A statement is one line, because some versions of the client read data only to the end of a line. */

/* Write a string of ClickHouse, with quotes and backslashes escaped by a backslash. */
static void put_string(struct out *o, const char *text, size_t n)
{
    out_char(o, '\'');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        size_t length = out_utf8(text + i, n - i);

        if (length != 0) {
            out_bytes(o, text + i, length);
            i += length - 1;
        } else if (c == '\'' || c == '\\') {
            out_char(o, '\\');
            out_char(o, (char)c);
        } else if (c < ' ' || c >= 0x7F) {
            out_char(o, '?');
        } else {
            out_char(o, (char)c);
        }
    }
    out_char(o, '\'');
}

static void end_statement(struct table_export *e)
{
    struct clickhouse *c = e->to.state;

    if (c->rows != 0) {
        out_literal(e->to.out, ";\n");
    }
    c->rows = 0;
}

static bool clickhouse_table(struct table_export *e, const struct table_kind *kind)
{
    end_statement(e);
    out_literal(e->to.out, "CREATE TABLE IF NOT EXISTS spoor_");
    out_text(e->to.out, kind->name);
    out_literal(e->to.out, " (run String, board String, ");
    out_literal(e->to.out, "release String, build String, recorded DateTime");
    for (unsigned n = 0; n < kind->count; n++) {
        enum column_type type = kind->columns[n].type;

        out_literal(e->to.out, ", `");
        out_text(e->to.out, kind->columns[n].name);
        out_text(e->to.out, type == COLUMN_TEXT              ? "` String"
                            : column_forms[type].digits == 0 ? "` Nullable(Int64)"
                                                             : "` Nullable(Float64)");
    }
    out_literal(e->to.out, ") ENGINE = MergeTree");
    out_literal(e->to.out, " PARTITION BY tuple() ORDER BY (board, release, run);\n");
    return true;
}

static void put_cell(struct out *o, const struct cell *cell, enum column_type type)
{
    char text[40];

    if (type == COLUMN_TEXT) {
        put_string(o, cell->empty ? "" : cell->text, cell->empty ? 0 : cell->length);
    } else if (cell->empty) {
        out_literal(o, "NULL");
    } else if (column_forms[type].digits == 0) {
        snprintf(text, sizeof text, "%" PRId64, cell->number);
        out_text(o, text);
    } else {
        snprintf(text, sizeof text, "%.9f", (double)cell->number / column_forms[type].scale);
        out_text(o, text);
    }
}

static void put_run(struct table_export *e)
{
    const char *const texts[] = {e->run->name, e->run->board, e->run->release, e->run->build};

    for (unsigned n = 0; n < 4; n++) {
        put_string(e->to.out, texts[n], strlen(texts[n]));
        out_char(e->to.out, ',');
    }
    out_number(e->to.out, e->run->ms / 1000, 0);
}

static void clickhouse_row(struct table_export *e, const struct table_kind *kind, const struct cell *row)
{
    struct clickhouse *c = e->to.state;

    if (c->rows == ROWS_IN_A_STATEMENT || c->kind != kind) {
        end_statement(e);
    }
    c->kind = kind;
    if (c->rows++ == 0) {
        out_literal(e->to.out, "INSERT INTO spoor_");
        out_text(e->to.out, c->kind->name);
        out_literal(e->to.out, " VALUES (");
    } else {
        out_literal(e->to.out, ",(");
    }
    put_run(e);
    for (unsigned n = 0; n < c->kind->count; n++) {
        out_char(e->to.out, ',');
        put_cell(e->to.out, &row[n], c->kind->columns[n].type);
    }
    out_char(e->to.out, ')');
}

static const struct table_exporter clickhouse_exporter = {
    .format = {"clickhouse",
               "tables of one or many runs as SQL: | clickhouse-client --multiquery (docs/fleet.md)",
               EXPORT_TEXT},
    .state_bytes = sizeof(struct clickhouse),
    .table = clickhouse_table,
    .row = clickhouse_row,
    .end = end_statement,
};
SPOOR_TABLE_EXPORTER(clickhouse);
