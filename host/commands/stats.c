/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor stats: one analysis of one recording, as a table. */
#include <stdlib.h>
#include <string.h>
#include <pass.h>
#include <stats/stats.h>

static struct {
    bool csv, json, summary, list;
    const char *sort;
    uint64_t top;
    struct pass_options pass;
    struct stats_options of_analysis;
} given;

static const struct option options[] = {
    {"summary", 0, OPTION_FLAG, &given.summary, NULL, "sched: by thread, as `stats threads`"},
    {"bin", 0, OPTION_TIME, &given.of_analysis.bin_ns, "TIME", "load: a row for each stretch of this length"},
    {"deadline", 0, OPTION_TIME, &given.of_analysis.deadline_ns, "TIME",
     "response: of threads that don't tell theirs"},
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "sort by a column; -COLUMN: the largest first"},
    {"top", 'n', OPTION_NUMBER, &given.top, "N", "so many rows at most"},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "comma-separated values"},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "an object a line"},
    PASS_OPTIONS(given.pass),
    OPTION_END};

struct run {
    struct pass pass;
    struct stats stats;
    const struct analysis *analysis;
};

/* -------- items and intervals */

static void refresh(struct run *r)
{
    r->stats.hz = r->pass.hz;
    r->stats.begin = r->pass.begin;
    r->stats.end = r->pass.end;
    r->stats.intervals = r->pass.intervals;
}

static void take_interval(struct pass *p, const struct interval *i)
{
    struct run *r = p->arg;

    if (r->analysis->interval != NULL) {
        refresh(r);
        r->analysis->interval(&r->stats, i);
    }
}

/* A record is seen in the state before it: a switch is of the thread that leaves. */
static void take_item(struct pass *p, const struct spoor_item *item)
{
    struct run *r = p->arg;

    refresh(r);
    if (item->kind == SPOOR_RECORD) {
        const struct spoor_id *id = spoor_id(p->cli->elf, item->id);

        r->stats.seen |= stats_brings(id);
        if (r->analysis->item != NULL) {
            r->analysis->item(&r->stats, item, id);
        }
    } else if (item->kind <= SPOOR_JOINED && r->analysis->note != NULL) {
        r->analysis->note(&r->stats, item);
    }
}

/* -------- the command */

static const struct analysis *choose(const char *name)
{
    return stats_find(given.summary && strcmp(name, "sched") == 0 ? "threads" : name);
}

static int finish(struct run *r)
{
    const struct spoor_report *report = &r->pass.cli->report;
    uint32_t missing = r->analysis->needs & ~r->stats.seen;
    char text[400];

    refresh(r);
    if (missing != 0) {
        snprintf(text, sizeof text, "stats %s needs %s", r->analysis->name, stats_remedy(missing));
        report->message(report->arg, text);
        return CLI_CANT_SAY;
    }
    r->analysis->end(&r->stats);
    if (!table_end(r->stats.table)) {
        bool failed = r->stats.table->failed;

        snprintf(text, sizeof text, "%s%s",
                 failed ? "not enough memory" : "no such column to sort by: ", failed ? "" : given.sort);
        report->message(report->arg, text);
        return CLI_UNREADABLE;
    }
    return r->stats.failed || intervals_follow(r->pass.intervals)->failed ? CLI_UNREADABLE : CLI_OK;
}

static int run(struct cli *cli, const struct analysis *analysis)
{
    struct table table = {.out = &cli->out,
                          .format = given.json  ? TABLE_JSON
                                    : given.csv ? TABLE_CSV
                                                : TABLE_TEXT,
                          .sort = given.sort != NULL ? given.sort : analysis->sort,
                          .top = given.top};
    struct run r = {.pass = {.cli = cli,
                             .options = &given.pass,
                             .arg = &r,
                             .before = take_item,
                             .interval = take_interval},
                    .stats = {.table = &table,
                              .reader = cli->reader,
                              .elf = cli->elf,
                              .options = &given.of_analysis,
                              .state = calloc(1, analysis->state_bytes)},
                    .analysis = analysis};
    int result = CLI_UNREADABLE;

    table_begin(&table, &analysis->kind);
    if (r.stats.state != NULL) {
        result = pass_run(&r.pass);
        result = result == CLI_OK ? finish(&r) : result;
        if (analysis->free != NULL) {
            analysis->free(&r.stats);
        }
    }
    free(r.stats.state);
    pass_close(&r.pass);
    return result;
}

static int stats(struct cli *cli)
{
    const struct analysis *analysis = choose(cli->argument[0]);

    return analysis != NULL ? run(cli, analysis) : cli_usage("no such analysis: ", cli->argument[0]);
}

SPOOR_COMMAND(stats, "KIND FILE",
              "analyse: sched, threads, load, latency, waits, irq, ipc, blocks, points, functions, losses …",
              CLI_RECORDING, stats, options);
