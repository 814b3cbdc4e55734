/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor stats: one analysis of one recording, as a table. */
#include <stdlib.h>
#include <string.h>
#include <analyse.h>

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
    {"begin", 0, OPTION_TEXT, &given.of_analysis.begin_event, "EVENT",
     "intervals: the event that begins one"},
    {"end", 0, OPTION_TEXT, &given.of_analysis.end_event, "EVENT", "intervals: the event that ends it"},
    {"key", 0, OPTION_TEXT, &given.of_analysis.key, "FIELD",
     "intervals: with an equal value of this field; or thread, cpu"},
    {"thread", 0, OPTION_TEXT, &given.of_analysis.thread, "NAME", "critical-path: of this thread"},
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "sort by a column; -COLUMN: the largest first"},
    {"top", 'n', OPTION_NUMBER, &given.top, "N", "so many rows at most"},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "comma-separated values"},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "an object a line"},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static const struct analysis *choose(const char *name)
{
    return stats_find(given.summary && strcmp(name, "sched") == 0 ? "threads" : name);
}

static int stats(struct cli *cli)
{
    const struct analysis *analysis = choose(cli->argument[0]);
    struct table table = {.out = &cli->out,
                          .format = given.json  ? TABLE_JSON
                                    : given.csv ? TABLE_CSV
                                                : TABLE_TEXT,
                          .sort = given.sort,
                          .top = given.top};

    if (analysis != NULL && strcmp(analysis->name, "intervals") == 0 &&
        (given.of_analysis.begin_event == NULL || given.of_analysis.end_event == NULL)) {
        return cli_usage("stats intervals needs --begin EVENT and --end EVENT", "");
    }
    if (analysis != NULL && strcmp(analysis->name, "critical-path") == 0 &&
        given.of_analysis.thread == NULL) {
        return cli_usage("stats critical-path needs --thread NAME", "");
    }
    return analysis != NULL ? analyse(cli, analysis, &given.pass, &given.of_analysis, &table)
                            : cli_usage("no such analysis: ", cli->argument[0]);
}

SPOOR_COMMAND(stats, "KIND FILE",
              "analyse: sched, threads, load, latency, waits, irq, ipc, blocks, points, functions, losses …",
              CLI_RECORDING, stats, options);
