/* SPDX-License-Identifier: BSD-2-Clause */
/* Read a recording in one pass, for all tables of a report and for the data that the script draws. */
#include <inttypes.h>
#include <string.h>
#include <base/path.h>
#include <report/page/packing.h>
#include <report/page/parts.h>

static void take_early(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    tables_early(&p->tables, pass, item);
}

static void note_item(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    tables_note(&p->tables, pass, item);
    if (p->pictures) {
        report_note(&p->data, item);
    }
}

static void take_item(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    tables_item(&p->tables, pass, item);
    history_item(&p->data.history, item);
    p->events += item->kind == SPOOR_RECORD;
    if (p->pictures) {
        report_event(&p->data, item, intervals_follow(pass->intervals));
    }
}

static void take_stack(struct pass *pass, const struct spoor_item *item)
{
    struct page *p = pass->arg;

    report_stack(&p->data, item, intervals_follow(pass->intervals));
}

static void take_interval(struct pass *pass, const struct interval *i)
{
    struct page *p = pass->arg;

    tables_interval(&p->tables, pass, i);
    history_interval(&p->data.history, i);
}

static bool open_tables(struct page *p)
{
    static const struct analysis_options none;
    const struct analysis *a;
    bool done = true;

    p->tables = (struct tables){.input = &p->input, .options = &none};
    for (unsigned n = 0; done && (a = analysis_nth_in_page(n)) != NULL; n++) {
        done = tables_add(&p->tables, a, NULL);
    }
    return done && tables_complete(&p->tables);
}

int report_read(struct page *p, const char *topology, uint64_t limit, unsigned parts)
{
    struct report_data *d = &p->data;

    p->pictures = parts & REPORT_PICTURES;
    p->pass = (struct pass){.input = &p->input,
                            .options = p->options,
                            .arg = p,
                            .early = take_early,
                            .every = note_item,
                            .before = take_item,
                            .followed = parts & REPORT_PICTURES ? take_stack : NULL,
                            .interval = take_interval};
    d->reader = p->input.reader;
    d->elf = p->input.elf;
    d->file = p->file;
    d->program = p->input.elf_path != NULL ? path_name(p->input.elf_path) : NULL;
    d->tracer = p->input.tracer;
    d->topology = topology;
    d->range = p->options->range;
    d->where = p->options->where;
    d->events.limit = limit / 2 + limit % 2;
    d->history.limit = limit;
    d->history.reader = p->input.reader;
    int result = STATUS_UNREADABLE;

    p->tables = (struct tables){.input = &p->input};
    if (!(parts & REPORT_TABLES) || open_tables(p)) {
        result = pass_run(&p->pass);
    }

    d->hz = p->pass.hz;
    message_note(&p->input.report, NOTE_VERBOSE,
                 "report: %s: %" PRIu64 " events and %zu intervals in %zu rows", p->file, p->events,
                 d->history.slices, d->history.count);
    if (d->history.full) {
        message_note(&p->input.report, NOTE_INFO,
                     "report: %s: more than %" PRIu64 " intervals: zooming in reads the detail of the others",
                     p->file, limit);
    }
    if (result == STATUS_OK && d->history.some) {
        d->history.begin = p->pass.begin;
        d->history.end = p->pass.end;
    }
    return result;
}

void report_close(struct page *p)
{
    packing_close(p->packing);
    tables_close(&p->tables);
    pass_close(&p->pass);
    report_data_free(&p->data);
    input_close(&p->input);
}

void report_sections(struct page *pages, unsigned count, const struct section_to *to)
{
    for (unsigned n = 0; n < count; n++) {
        struct page *p = &pages[n];

        p->failed |= p->input.profile_kind != NULL
                         ? !report_write_profile(&p->input.profile, p->file, p->input.profile_kind, to, n)
                         : !report_write(&p->data, to, n);
    }
}
