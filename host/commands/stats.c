/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor stats: one analysis of one recording, as a table. */
#include <stdlib.h>
#include <string.h>
#include <cli.h>
#include <stats/stats.h>

static struct {
    bool csv, json, summary, list;
    const char *sort;
    uint64_t from_ns, to_ns, top, recording;
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
    {"from", 0, OPTION_TIME, &given.from_ns, "TIME", "from this time on: 1.5 (seconds), 20ms, 7us"},
    {"to", 0, OPTION_TIME, &given.to_ns, "TIME", "up to this time"},
    {"recording", 0, OPTION_NUMBER, &given.recording, "N",
     "of a file with several: the N-th, from 1; `spoor info` lists them"},
    OPTION_END};

/* -------- one pass */

struct pass {
    struct cli *cli;
    struct stats stats;
    const struct analysis *analysis;
    struct intervals *intervals;
    bool began, done;
};

static void take_interval(void *arg, const struct interval *i)
{
    struct pass *p = arg;

    if (p->began && p->analysis->interval != NULL) {
        p->analysis->interval(&p->stats, i);
    }
}

/* The first item with a time, or the first one of the range. */
static void begin(struct pass *p, uint64_t time)
{
    p->stats.hz = spoor_recording(p->cli->reader)->header.hz;
    p->stats.begin = p->stats.end = time;
    p->began = true;
}

static void take_within(struct pass *p, const struct spoor_item *item)
{
    uint64_t end = item->kind == SPOOR_RECORD ? item->time : item->until;

    if (item->kind == SPOOR_RECORD) {
        const struct spoor_id *id = spoor_id(p->cli->elf, item->id);

        p->stats.seen |= stats_brings(id);
        if (p->analysis->item != NULL) {
            p->analysis->item(&p->stats, item, id);
        }
    } else if (p->analysis->note != NULL) {
        p->analysis->note(&p->stats, item);
    }
    p->stats.end = end > p->stats.end ? end : p->stats.end;
}

static void take_timed(struct pass *p, const struct spoor_item *item)
{
    uint32_t hz = spoor_recording(p->cli->reader)->header.hz;
    uint64_t from = given.from_ns != 0 ? spoor_cycles(given.from_ns, hz) : 0;
    uint64_t to = given.to_ns != UINT64_MAX ? spoor_cycles(given.to_ns, hz) : UINT64_MAX;

    if (item->time >= to) {
        if (p->began && p->stats.end < to) {
            p->stats.end = to;
        }
        p->done = true;
        return;
    }
    if (!p->began && item->time >= from) {
        begin(p, from != 0 ? from : item->time);
        if (from != 0) {
            intervals_clip(p->intervals, from);
        }
    }
    if (p->began && p->analysis->item != NULL && item->kind == SPOOR_RECORD) {
        /* A record is seen in the state before it: a switch is of the thread that leaves. */
        take_within(p, item);
        intervals_item(p->intervals, item);
    } else {
        intervals_item(p->intervals, item);
        if (p->began) {
            take_within(p, item);
        }
    }
}

/* @return 0 at the end, or -1 after a message */
static int read_all(struct pass *p)
{
    const struct spoor_item *item;
    int more = 0;
    unsigned recording = 0;

    if (given.from_ns != 0) {
        (void)spoor_seek(p->cli->reader, given.from_ns);
    }
    while (!p->done && (more = spoor_next(p->cli->reader, &item)) > 0) {
        if (item->kind == SPOOR_BEGIN && recording++ != 0) {
            if (given.recording == 0) {
                p->cli->report.message(p->cli->report.arg,
                                       "the file holds several recordings: choose one by --recording "
                                       "N; `spoor info` lists them");
                return -1;
            }
            if (recording > given.recording) {
                break;
            }
        }
        if (item->kind > SPOOR_JOINED || recording < given.recording) {
            if (recording >= given.recording || item->kind == SPOOR_BEGIN) {
                intervals_item(p->intervals, item);
            }
        } else {
            take_timed(p, item);
        }
    }
    if (more >= 0) {
        intervals_end(p->intervals);
    }
    return more < 0 ? -1 : 0;
}

/* -------- the command */

static const struct analysis *choose(const char *name)
{
    return stats_find(given.summary && strcmp(name, "sched") == 0 ? "threads" : name);
}

static int finish(struct pass *p)
{
    uint32_t missing = p->analysis->needs & ~p->stats.seen;
    char text[400];

    if (missing != 0) {
        snprintf(text, sizeof text, "stats %s needs %s", p->analysis->name, stats_remedy(missing));
        p->cli->report.message(p->cli->report.arg, text);
        return CLI_CANT_SAY;
    }
    p->analysis->end(&p->stats);
    if (!table_end(p->stats.table)) {
        snprintf(text, sizeof text, "%s%s",
                 p->stats.table->failed ? "not enough memory" : "no such column to sort by: ",
                 p->stats.table->failed ? "" : given.sort);
        p->cli->report.message(p->cli->report.arg, text);
        return CLI_UNREADABLE;
    }
    return p->stats.failed || intervals_follow(p->intervals)->failed ? CLI_UNREADABLE : CLI_OK;
}

static int run(struct cli *cli, const struct analysis *analysis)
{
    struct table table = {.out = &cli->out,
                          .format = given.json  ? TABLE_JSON
                                    : given.csv ? TABLE_CSV
                                                : TABLE_TEXT,
                          .sort = given.sort != NULL ? given.sort : analysis->sort,
                          .top = given.top};
    struct pass p = {.cli = cli, .analysis = analysis};
    int result = CLI_UNREADABLE;

    p.stats = (struct stats){.table = &table,
                             .reader = cli->reader,
                             .elf = cli->elf,
                             .options = &given.of_analysis,
                             .state = calloc(1, analysis->state_bytes)};
    p.intervals = intervals_open(cli->elf, take_interval, &p);
    p.stats.intervals = p.intervals;
    table_begin(&table, &analysis->kind);
    if (p.intervals != NULL && p.stats.state != NULL && read_all(&p) == 0 && cli_has_packets(cli)) {
        result = finish(&p);
    }
    if (analysis->free != NULL && p.stats.state != NULL) {
        analysis->free(&p.stats);
    }
    free(p.stats.state);
    intervals_close(p.intervals);
    return result;
}

static int stats(struct cli *cli)
{
    const struct analysis *analysis = choose(cli->argument[0]);

    if (analysis == NULL) {
        return cli_usage("no such analysis: ", cli->argument[0]);
    }
    if (cli->elf == NULL) {
        return cli_usage("stats needs --elf: without it events have no meaning", "");
    }
    return run(cli, analysis);
}

SPOOR_COMMAND(stats, "KIND FILE",
              "analyse: sched, threads, load, latency, waits, irq, ipc, blocks, points, functions, losses …",
              CLI_RECORDING, stats, options);
