/* SPDX-License-Identifier: BSD-2-Clause */
/* One pass over a recording: for all tables of a report, and for the data of its pictures. */
#include <inttypes.h>
#include <string.h>
#include <base/log.h>
#include <report/page/parts.h>

static void note_item(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    report_take_note(p, pass, item);
    report_note(&p->data, item);
}

static void take_item(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    report_take_item(p, pass, item);
    history_item(&p->data.history, item);
    p->events += item->kind == SPOOR_RECORD;
    if (p->pictures) {
        report_event(&p->data, item, intervals_follow(pass->intervals));
    }
}

static void take_stack(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    if (p->pictures) {
        report_stack(&p->data, item, intervals_follow(pass->intervals));
    }
}

static void take_interval(struct pass *pass, const struct interval *i)
{
    struct page *p = pass->arg;

    report_take_interval(p, pass, i);
    history_interval(&p->data.history, i);
}

int report_read(struct page *p, const char *topology, uint64_t limit, bool pictures)
{
    struct report_data *d = &p->data;

    p->pictures = pictures;
    p->pass = (struct pass){.cli = &p->cli,
                            .options = p->options,
                            .arg = p,
                            .every = note_item,
                            .before = take_item,
                            .followed = take_stack,
                            .interval = take_interval};
    d->reader = p->cli.reader;
    d->elf = p->cli.elf;
    d->file = p->file;
    d->topology = topology;
    d->range = p->options->range;
    d->where = p->options->where;
    d->events.limit = limit / 2 + limit % 2;
    d->history.limit = limit;
    d->history.reader = p->cli.reader;
    int result = report_open(p) ? pass_run(&p->pass) : CLI_UNREADABLE;

    d->hz = p->pass.hz;
    log_line(LOG_VERBOSE, "report: %s: %" PRIu64 " events and %zu intervals in %zu rows", p->file, p->events,
             d->history.slices, d->history.count);
    if (d->history.full) {
        log_line(LOG_INFO,
                 "report: %s: more than %" PRIu64 " intervals: the rest is coarse; --range chooses a part",
                 p->file, limit);
    }
    if (result == CLI_OK && d->history.some) {
        d->history.begin = p->pass.begin;
        d->history.end = p->pass.end;
    }
    return result;
}
