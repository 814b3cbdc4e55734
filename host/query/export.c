/* SPDX-License-Identifier: BSD-2-Clause */
/* Pass the callbacks of a pass on to a writer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <query/export.h>
#include <query/profile.h>
#include <query/tables.h>

/* @return a status, after setting the fault */
static int conclude(const struct export *e, const struct export_format *format, struct fault *fault)
{
    if (e->error != 0) {
        return fault_set(fault, STATUS_UNREADABLE, "%s: %s", e->name != NULL ? e->name : "standard output",
                         strerror(e->error));
    }
    return e->refusal == NULL
               ? STATUS_OK
               : fault_set(fault, STATUS_CANT_SAY, "export --to %s: %s", format->name, e->refusal);
}

/* ------------------------------------------------------------------ traces */

struct trace_run {
    const struct trace_exporter *exporter;
    struct trace_export *export;
};

static void refresh(const struct trace_run *r, const struct pass *p)
{
    struct trace_export *e = r->export;

    e->hz = p->hz;
    e->cpus = spoor_recording(p->input->reader)->cpus;
    e->end = p->end;
    e->intervals = p->intervals;
}

static void take_interval(struct pass *p, const struct interval *i)
{
    const struct trace_run *r = p->arg;

    if (r->exporter->interval != NULL) {
        refresh(r, p);
        r->exporter->interval(r->export, i);
    }
}

static void take_item(struct pass *p, const struct spoor_item *item)
{
    const struct trace_run *r = p->arg;

    if (r->exporter->item != NULL) {
        refresh(r, p);
        r->exporter->item(r->export, item,
                          spoor_id(p->input->elf, item->kind == SPOOR_RECORD ? item->id : 0));
    }
}

int export_trace(struct input *in, const struct pass_options *options, const struct trace_exporter *x,
                 struct trace_export *e)
{
    struct trace_run r = {x, e};
    struct pass p = {.input = in,
                     .options = options,
                     .arg = &r,
                     .before = take_item,
                     .interval = take_interval,
                     .error = &e->to.error};
    int result = STATUS_UNREADABLE;

    e->reader = in->reader;
    e->elf = in->elf;
    e->to.state = calloc(1, x->state_bytes);
    if (e->to.state != NULL) {
        if (x->begin != NULL) {
            x->begin(e);
        }
        result = pass_run(&p);
        if (result == STATUS_OK) {
            refresh(&r, &p);
            if (x->end != NULL) {
                x->end(e);
            }
            result = conclude(&e->to, &x->format, &in->fault);
        }
        if (result == STATUS_OK) {
            pass_report_left_out(&p);
            if (e->to.remark[0] != 0) {
                message_say(&in->report, input_name(in), "%s", e->to.remark);
            }
        }
        if (x->free != NULL) {
            x->free(e);
        }
    }
    free(e->to.state);
    pass_close(&p);
    return result;
}

/* ------------------------------------------------------------------ profiles */

int export_profile(struct input *in, const struct pass_options *options, const struct profile_exporter *x,
                   struct export *e)
{
    struct profile p = {.count = 0};
    char name[40];

    snprintf(name, sizeof name, "export --to %s", x->format.name);
    int result = query_profile(in, options, x->needs, name, &p);

    if (result == STATUS_OK) {
        x->write(e, &p);
        result = conclude(e, &x->format, &in->fault);
    }
    profile_free(&p);
    return result;
}

/* ------------------------------------------------------------------ tables */

struct table_run {
    const struct table_exporter *exporter;
    struct table_export *export;
};

static bool take_table(void *arg, const struct table_kind *kind)
{
    const struct table_run *r = arg;

    return r->export->to.error == 0 && r->exporter->table(r->export, kind);
}

static void take_row(void *arg, const struct table_kind *kind, const struct cell *row)
{
    const struct table_run *r = arg;

    r->exporter->row(r->export, kind, row);
}

/* Read up to the header, which is near the beginning. */
static void describe_run(struct input *in, struct export_run *run)
{
    const struct spoor_item *item;

    while (!spoor_recording(in->reader)->header.seen && spoor_next(in->reader, &item) > 0) {
    }
    const struct spoor_header *h = &spoor_recording(in->reader)->header;

    run->ms = spoor_note(in->reader)->ms;
    snprintf(run->board, sizeof run->board, "%s", h->board);
    for (uint32_t n = 0; n < h->build_id_bytes; n++) {
        snprintf(run->build + 2 * n, 3, "%02x", h->build_id[n]);
    }
}

int export_tables_begin(const struct table_exporter *x, struct table_export *e, struct fault *fault)
{
    e->to.state = calloc(1, x->state_bytes);
    if (e->to.state == NULL) {
        return fault_set(fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    if (x->begin != NULL) {
        x->begin(e);
    }
    return conclude(&e->to, &x->format, fault);
}

/* The description of a run precedes its rows, so its file is opened twice. */
int export_tables_add(struct input *in, const struct pass_options *options, const struct table_exporter *x,
                      struct table_export *e, struct export_run *run)
{
    struct table_run r = {x, e};
    struct input first;
    int result = input_open_again(&first, in, NULL);

    if (result == STATUS_OK) {
        describe_run(&first, run);
        e->run = run;
        result = query_tables(in, &(struct fill){.options = options,
                                                 .named = x->events,
                                                 .events = x->events,
                                                 .arg = &r,
                                                 .table = take_table,
                                                 .row = take_row});
        if (result == STATUS_OK && x->end_run != NULL) {
            x->end_run(e);
        }
    } else {
        (void)fault_usage(&in->fault, "this format takes files, not standard input or an image");
    }
    input_close(&first);
    return result == STATUS_OK && e->to.error != 0 ? conclude(&e->to, &x->format, &in->fault) : result;
}

int export_tables_end(const struct table_exporter *x, struct table_export *e, struct fault *fault)
{
    if (x->end != NULL) {
        x->end(e);
    }
    return conclude(&e->to, &x->format, fault);
}

void export_tables_close(const struct table_exporter *x, struct table_export *e)
{
    if (e->to.state != NULL && x->free != NULL) {
        x->free(e);
    }
    free(e->to.state);
    e->to.state = NULL;
}
