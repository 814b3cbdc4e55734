/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor sql: put all tables of `spoor stats` and the events in SQLite, to query them or to keep them in a
 * file. */
#include <string.h>
#include <unistd.h>
#include <cli/cli.h>
#include <query/tables.h>
#include <table/database.h>

static struct {
    const char *output;
    bool csv, json;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"output", 'o', OPTION_TEXT, &given.output, "FILE",
     "Keep the database in FILE. QUERY may be empty then."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static const char description[] =
    "The tables are those of `spoor stats`, with the same columns, and two of the events: `events` has a row "
    "for each event (number, time_s, cpu, thread, irq, event), and `fields` a row for each field of an event "
    "(number, field, value, name). A - in a table's name is _ in SQL. A table is empty if its events weren't "
    "recorded.";

static const struct doc_item examples[] = {
    {"spoor sql \"SELECT thread, max_us FROM latency ORDER BY max_us DESC\" -e ELF demo.spoor",
     "List threads by their largest latency."},
    {"spoor sql \"\" -o demo.db -e ELF demo.spoor", "Keep all tables in a SQLite database."},
    {NULL}};

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

static int sql(struct cli *cli)
{
    const char *wrong;
    struct filling f = {.database = database_open(given.output, &wrong)};
    int result;

    if (f.database == NULL) {
        fprintf(stderr, "spoor: %s: %s\n", given.output != NULL ? given.output : "SQLite", wrong);
        return CLI_UNREADABLE;
    }
    result = query_tables(&cli->input, &(struct fill){.options = &given.pass,
                                                      .named = true,
                                                      .events = true,
                                                      .arg = &f,
                                                      .table = take_table,
                                                      .row = take_row});
    result = f.failed ? CLI_UNREADABLE : result;
    if (result == CLI_OK && database_query(f.database, cli->argument[0], &cli->out,
                                           given.json  ? TABLE_JSON
                                           : given.csv ? TABLE_CSV
                                                       : TABLE_TEXT) != 0) {
        out_flush(&cli->out);
        fprintf(stderr, "spoor: sql: %s\n", database_error(f.database));
        result = CLI_UNREADABLE;
    } else if (f.failed) {
        fprintf(stderr, "spoor: sql: %s\n", database_error(f.database));
    }
    int closed = database_close(f.database);

    if (closed != 0 && result == CLI_OK) {
        fprintf(stderr, "spoor: %s: %s\n", given.output != NULL ? given.output : "SQLite", strerror(-closed));
        result = CLI_UNREADABLE;
    }
    if ((f.failed || closed != 0) && given.output != NULL) {
        (void)unlink(given.output); /* a part of a database can't be read */
    }
    return result;
}

SPOOR_COMMAND(sql, CLI_LOOK, "QUERY FILE",
              "query all tables and the events by SQL, or keep them in a database", CLI_RECORDING, sql,
              options, description, examples, .see = "stats export tables");
