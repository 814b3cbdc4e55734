/* SPDX-License-Identifier: BSD-2-Clause */
/* The tool sql: all tables and the events in SQLite. Builds without SQLite lack it. */
#include <stdlib.h>
#include <string.h>
#include <mcp/mcp.h>
#include <query/tables.h>
#include <table/database.h>

struct filling {
    struct database *database;
    bool failed;
};

static bool take_table(void *arg, const struct table_kind *kind)
{
    struct filling *f = arg;

    f->failed |= database_table(f->database, kind) != 0;
    return !f->failed;
}

static void take_row(void *arg, const struct table_kind *kind, const struct cell *row)
{
    struct filling *f = arg;

    f->failed |= !f->failed && database_row(f->database, kind, row) != 0;
}

static bool query(struct mcp_call *c, struct input *in, struct filling *f, struct out *out)
{
    static const struct pass_options all;
    int status = query_tables(
        in,
        &(struct fill){
            .options = &all, .named = true, .events = true, .arg = f, .table = take_table, .row = take_row});

    if (status != STATUS_OK) {
        return mcp_fail(c, "%s", in->fault.text[0] != 0 ? in->fault.text : "the recording can't be read");
    }
    if (f->failed || database_query(f->database, mcp_text(c, "query"), out, TABLE_JSON) != 0) {
        return mcp_fail(c, "%s", database_error(f->database));
    }
    out_flush(out);
    return out->error == 0 || mcp_fail(c, "the answer is too long: add a LIMIT");
}

static bool sql(struct mcp_call *c)
{
    const struct mcp_open *o = mcp_recording(c);
    const char *wrong;
    struct input in = {.file = NULL};
    struct filling f = {.failed = false};
    struct out *out = calloc(1, sizeof *out);
    bool done = false;

    if (o != NULL && out != NULL && (f.database = database_open(NULL, &wrong)) == NULL) {
        (void)mcp_fail(c, "SQLite: %s", wrong);
    } else if (o != NULL && out != NULL) {
        out->sink = mcp_write;
        out->arg = c;
        done = input_open(&in, o->program, o->path) == STATUS_OK
                   ? query(c, &in, &f, out)
                   : mcp_fail(c, "%s", in.fault.text[0] != 0 ? in.fault.text : "the recording can't be read");
        input_close(&in);
        (void)database_close(f.database);
    }
    free(out);
    return done;
}

static const struct mcp_argument arguments[] = {
    {"query", MCP_TEXT, true, "Statements of SQL. A - in a table's name is _."},
    MCP_RECORDING,
    {NULL, MCP_TEXT, false, NULL}};

MCP_TOOL(
    sql, "sql",
    "Query all tables, and the events (number, time_s, cpu, thread, irq, event) with their fields (number, "
    "field, value, name), by SQL. Returns JSON objects, one a line.",
    arguments, sql);
