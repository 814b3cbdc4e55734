/* SPDX-License-Identifier: BSD-2-Clause */
/* Items and intervals go to the analysis; at the end, its rows to the table. */
#include <stdlib.h>
#include <query/analyse.h>

bool analyse_open(struct analyse_run *r, const struct analysis *analysis, struct cli *cli,
                  const struct stats_options *options)
{
    *r = (struct analyse_run){.analysis = analysis,
                              .stats = {.reader = cli->reader,
                                        .elf = cli->elf,
                                        .options = options,
                                        .state = calloc(1, analysis->state_bytes)}};
    return r->stats.state != NULL;
}

static void refresh(struct analyse_run *r, const struct pass *p)
{
    r->stats.hz = p->hz;
    r->stats.begin = p->begin;
    r->stats.end = p->end;
    r->stats.intervals = p->intervals;
}

void analyse_interval(struct analyse_run *r, const struct pass *p, const struct interval *i)
{
    if (r->analysis->interval != NULL) {
        refresh(r, p);
        r->analysis->interval(&r->stats, i);
    }
}

void analyse_note(struct analyse_run *r, const struct pass *p, const struct spoor_item *item)
{
    if (item->kind == SPOOR_RECORD) {
        r->stats.seen |= stats_brings(spoor_id(p->cli->elf, item->id));
    }
}

/* A record is seen in the state before it: a switch is of the thread that leaves. */
void analyse_item(struct analyse_run *r, const struct pass *p, const struct spoor_item *item)
{
    if (item->kind == SPOOR_RECORD) {
        if (r->analysis->item != NULL) {
            refresh(r, p);
            r->analysis->item(&r->stats, item, spoor_id(p->cli->elf, item->id));
        }
    } else if (item->kind <= SPOOR_JOINED && r->analysis->note != NULL) {
        refresh(r, p);
        r->analysis->note(&r->stats, item);
    }
}

static int refuse(const struct pass *p, const char *name, const char *between, const char *reason)
{
    char text[400];

    snprintf(text, sizeof text, "stats %s%s%s", name, between, reason);
    p->cli->report.message(p->cli->report.arg, text);
    return CLI_CANT_SAY;
}

int analyse_finish(struct analyse_run *r, const struct pass *p, struct table *table)
{
    const struct spoor_report *report = &p->cli->report;
    uint32_t missing = r->analysis->needs & ~r->stats.seen;

    if (table->sort == NULL) {
        table->sort = r->analysis->sort;
    }
    refresh(r, p);
    r->stats.table = table;
    if (missing != 0) {
        return refuse(p, r->analysis->name, " needs ", stats_remedy(missing));
    }
    r->analysis->end(&r->stats);
    if (r->stats.refusal != NULL) {
        return refuse(p, r->analysis->name, ": ", r->stats.refusal);
    }
    if (!table_end(table)) {
        if (!table->failed) {
            return cli_no_column(&r->analysis->kind, table->sort);
        }
        report->message(report->arg, "not enough memory");
        return CLI_UNREADABLE;
    }
    return r->stats.failed || intervals_follow(p->intervals)->failed ? CLI_UNREADABLE : CLI_OK;
}

void analyse_close(struct analyse_run *r)
{
    if (r->stats.state != NULL && r->analysis->free != NULL) {
        r->analysis->free(&r->stats);
    }
    free(r->stats.state);
    r->stats.state = NULL;
}

/* ------------------------------------------------------------------ one analysis */

static void take_note(struct pass *p, const struct spoor_item *item)
{
    analyse_note(p->arg, p, item);
}

static void take_item(struct pass *p, const struct spoor_item *item)
{
    analyse_item(p->arg, p, item);
}

static void take_interval(struct pass *p, const struct interval *i)
{
    analyse_interval(p->arg, p, i);
}

int analyse(struct cli *cli, const struct analysis *analysis, const struct pass_options *range,
            const struct stats_options *options, struct table *table)
{
    struct analyse_run r;
    struct pass pass = {.cli = cli,
                        .options = range,
                        .arg = &r,
                        .every = take_note,
                        .before = take_item,
                        .interval = take_interval};
    int result = CLI_UNREADABLE;

    if (table->sort == NULL) {
        table->sort = analysis->sort;
    }
    table_begin(table, &analysis->kind);
    if (analyse_open(&r, analysis, cli, options)) {
        r.stats.table = table; /* some write rows as they come */
        result = pass_run(&pass);
        result = result == CLI_OK ? analyse_finish(&r, &pass, table) : result;
    }
    analyse_close(&r);
    table_drop(table);
    pass_close(&pass);
    return result;
}
