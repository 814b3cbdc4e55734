/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor sql: all tables of `spoor stats`, and the events, in SQLite: asked here, or kept in a file. */
#include <cli/cli.h>
#include <query/tables.h>
#include <table/database.h>

static struct {
    const char *output;
    bool csv, json;
    struct pass_options pass;
} given;

static const struct option options[] = {{"output", 'o', OPTION_TEXT, &given.output, "FILE",
                                         "keep the database; the query may be left out then (\"\")"},
                                        {"csv", 0, OPTION_FLAG, &given.csv, NULL, "comma-separated values"},
                                        {"json", 0, OPTION_FLAG, &given.json, NULL, "an object a line"},
                                        PASS_OPTIONS(given.pass),
                                        OPTION_END};

static const char more[] =
    "Tables are those of `spoor tables`, and events (time_s, cpu, thread, irq, event, field, value): a row "
    "for each\n"
    "field of each event.\n"
    "\n"
    "  spoor sql \"SELECT thread, max_us FROM latency ORDER BY max_us DESC\" --elf ELF demo.spoor\n";

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
    result = query_tables(
        &cli->input,
        &(struct fill){
            .options = &given.pass, .events = true, .arg = &f, .table = take_table, .row = take_row});
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
    if (database_close(f.database) != 0 && result == CLI_OK) {
        fprintf(stderr, "spoor: %s: can't be written\n", given.output != NULL ? given.output : "SQLite");
        result = CLI_UNREADABLE;
    }
    return result;
}

SPOOR_COMMAND(sql, CLI_LOOK, "QUERY FILE", "ask all tables by SQL, or keep them in a database", CLI_RECORDING,
              sql, options, more);
