/* SPDX-License-Identifier: BSD-2-Clause */
/* Items and intervals go to the analysis; at the end, its rows to the table. */
#include <stdlib.h>
#include <analyse.h>

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

static void note_seen(struct pass *p, const struct spoor_item *item)
{
    struct run *r = p->arg;

    if (item->kind == SPOOR_RECORD) {
        r->stats.seen |= stats_brings(spoor_id(p->cli->elf, item->id));
    }
}

/* A record is seen in the state before it: a switch is of the thread that leaves. */
static void take_item(struct pass *p, const struct spoor_item *item)
{
    struct run *r = p->arg;

    refresh(r);
    if (item->kind == SPOOR_RECORD) {
        const struct spoor_id *id = spoor_id(p->cli->elf, item->id);

        if (r->analysis->item != NULL) {
            r->analysis->item(&r->stats, item, id);
        }
    } else if (item->kind <= SPOOR_JOINED && r->analysis->note != NULL) {
        r->analysis->note(&r->stats, item);
    }
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
    if (r->stats.refusal != NULL) {
        snprintf(text, sizeof text, "stats %s: %s", r->analysis->name, r->stats.refusal);
        report->message(report->arg, text);
        return CLI_CANT_SAY;
    }
    if (!table_end(r->stats.table)) {
        bool failed = r->stats.table->failed;

        snprintf(text, sizeof text, "%s%s", failed ? "not enough memory" : "no such column to sort by: ",
                 failed ? "" : r->stats.table->sort);
        report->message(report->arg, text);
        return CLI_UNREADABLE;
    }
    return r->stats.failed || intervals_follow(r->pass.intervals)->failed ? CLI_UNREADABLE : CLI_OK;
}

int analyse(struct cli *cli, const struct analysis *analysis, const struct pass_options *range,
            const struct stats_options *options, struct table *table)
{
    struct run r = {.pass = {.cli = cli,
                             .options = range,
                             .arg = &r,
                             .every = note_seen,
                             .before = take_item,
                             .interval = take_interval},
                    .stats = {.table = table,
                              .reader = cli->reader,
                              .elf = cli->elf,
                              .options = options,
                              .state = calloc(1, analysis->state_bytes)},
                    .analysis = analysis};
    int result = CLI_UNREADABLE;

    if (table->sort == NULL) {
        table->sort = analysis->sort;
    }
    table_begin(table, &analysis->kind);
    if (r.stats.state != NULL) {
        result = pass_run(&r.pass);
        result = result == CLI_OK ? finish(&r) : result;
        if (analysis->free != NULL) {
            analysis->free(&r.stats);
        }
    }
    table_drop(table);
    free(r.stats.state);
    pass_close(&r.pass);
    return result;
}
