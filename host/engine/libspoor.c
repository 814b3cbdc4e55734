/* SPDX-License-Identifier: BSD-2-Clause */
/* The library's calls: each opens the recording anew, runs one query, and hands the reason of a failure on.
 */
#include <engine/libspoor.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <analysis/analysis.h>
#include <base/path.h>
#include <engine/walk.h>
#include <query/export.h>
#include <query/known.h>
#include <query/match.h>
#include <query/profile.h>
#include <query/tables.h>
#include <report/page/parts.h>
#include <write/writer.h>

_Static_assert((int)LIBSPOOR_WRONG == STATUS_WRONG && (int)LIBSPOOR_UNREADABLE == STATUS_UNREADABLE &&
                   (int)LIBSPOOR_CANT_SAY == STATUS_CANT_SAY,
               "the statuses are the same");

struct libspoor {
    struct input input;
    char *path, *program;
    void (*message)(void *arg, const char *text);
    void *arg;
    char last[FAULT_MAX]; /* the last message: the reason of a failure that has no other */
};

/* ------------------------------------------------------------------ errors */

static int set_error(struct libspoor_error *e, int status, const char *text)
{
    e->status = (enum libspoor_status)status;
    snprintf(e->text, sizeof e->text, "%s", text);
    return status;
}

/* @return the status, after handing on the reason */
static int conclude(const struct libspoor *s, const struct input *in, int status, struct libspoor_error *e)
{
    return set_error(e, status, status == STATUS_OK ? "" : in->fault.text[0] != 0 ? in->fault.text : s->last);
}

static void take_message(void *arg, const char *text)
{
    struct libspoor *s = arg;

    snprintf(s->last, sizeof s->last, "%s", text);
    if (s->message != NULL) {
        s->message(s->arg, text);
    }
}

static struct pass_options part_of(const struct libspoor_part *part)
{
    static const struct libspoor_part whole;
    const struct libspoor_part *p = part != NULL ? part : &whole;

    return (struct pass_options){.range = p->range, .where = p->where, .recording = p->recording};
}

/* ------------------------------------------------------------------ the input */

struct libspoor *libspoor_open(const struct libspoor_input *given, struct libspoor_error *error)
{
    struct libspoor *s = calloc(1, sizeof *s);

    if (s == NULL || (s->path = strdup(given->path != NULL ? given->path : "recording")) == NULL ||
        (given->program != NULL && (s->program = strdup(given->program)) == NULL)) {
        (void)set_error(error, STATUS_UNREADABLE, strerror(ENOMEM));
        libspoor_close(s);
        return NULL;
    }
    struct input *in = &s->input;

    s->message = given->message;
    s->arg = given->arg;
    in->report = (struct spoor_report){take_message, s, NULL};
    in->rate = given->rate;
    in->bytes = given->bytes;
    in->bytes_size = given->size;
    if (given->program_bytes != NULL) {
        in->elf = spoor_elf_open_memory(given->program_bytes, given->program_size,
                                        s->program != NULL ? s->program : "program", &in->report);
    }
    int status = given->program_bytes != NULL && in->elf == NULL ? STATUS_UNREADABLE
                                                                 : input_open_any(in, s->program, s->path);

    if (conclude(s, in, status, error) != STATUS_OK) {
        libspoor_close(s);
        return NULL;
    }
    return s;
}

void libspoor_close(struct libspoor *s)
{
    if (s != NULL) {
        input_close(&s->input);
        free(s->path);
        free(s->program);
        free(s);
    }
}

const char *libspoor_profile_format(const struct libspoor *s)
{
    return s->input.profile_kind;
}

/* Open the recording for one query. A profile of another tool is read again, since a query may take it. */
static int begin(struct libspoor *s, struct input *in)
{
    s->last[0] = 0;
    return input_open_again(in, &s->input, &s->input.report);
}

/* ------------------------------------------------------------------ names */

const char *libspoor_table_name(unsigned n)
{
    const struct analysis *a = analysis_nth(n);

    return a != NULL ? a->name : NULL;
}

const char *libspoor_format_name(unsigned n)
{
    const struct export_format *x;

    for (enum export_kind kind = 0; kind < EXPORT_KINDS; kind++) {
        for (unsigned i = 0; (x = export_nth(kind, i)) != NULL; i++, n--) {
            if (n == 0) {
                return x->name;
            }
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ output */

/* @return an output into a sink, which the caller must free, or NULL */
static struct out *open_out(const struct libspoor_sink *to)
{
    struct out *out = calloc(1, sizeof *out);

    if (out != NULL) {
        out->fd = -1;
        out->sink = to->write;
        out->arg = to->arg;
    }
    return out;
}

/* @return the status, or that of the output */
static int close_out(struct out *out, struct input *in, int status)
{
    out_flush(out);
    if (status == STATUS_OK && out->error != 0) {
        status = fault_set(&in->fault, STATUS_UNREADABLE, "output: %s", strerror(out->error));
    }
    free(out);
    return status;
}

typedef int (*query_run)(struct libspoor *s, struct input *in, const struct pass_options *part,
                         struct out *out, const void *arg);

/* Run a query. @return its status */
static int run(struct libspoor *s, const struct libspoor_part *part, const struct libspoor_sink *to,
               struct libspoor_error *error, query_run query, const void *arg)
{
    struct pass_options options = part_of(part);
    struct input in;
    struct out *out = open_out(to);

    if (out == NULL) {
        return set_error(error, STATUS_UNREADABLE, strerror(ENOMEM));
    }
    int status = begin(s, &in);

    status = close_out(out, &in, status == STATUS_OK ? query(s, &in, &options, out, arg) : status);
    status = conclude(s, &in, status, error);
    input_close(&in);
    return status;
}

/* ------------------------------------------------------------------ tables */

struct table_request {
    const struct analysis *analysis;
    const struct libspoor_options *options;
};

static int write_table(struct libspoor *s, struct input *in, const struct pass_options *part, struct out *out,
                       const void *arg)
{
    static const enum table_format forms[] = {TABLE_JSON, TABLE_CSV, TABLE_TEXT};
    const struct table_request *r = arg;
    const struct libspoor_options *o = r->options;
    const struct analysis_interval interval = {
        .begin_event = o->begin_event, .end_event = o->end_event, .key = o->key};
    const struct analysis_options options = {.bin_ns = o->bin_ns,
                                             .deadline_ns = o->deadline_ns,
                                             .thread = o->thread,
                                             .intervals = &interval,
                                             .interval_count = 1};
    struct table table = {.out = out, .format = forms[o->form], .sort = o->sort, .top = o->top};

    (void)s;
    if ((r->analysis->wants & WANTS_INTERVALS) && (o->begin_event == NULL || o->end_event == NULL)) {
        return fault_usage(&in->fault, "%s needs two events", r->analysis->name);
    }
    if ((r->analysis->wants & WANTS_THREAD) && o->thread == NULL) {
        return fault_usage(&in->fault, "%s needs a thread", r->analysis->name);
    }
    if (o->sort != NULL && !table_has_column(&r->analysis->kind, o->sort)) {
        return fault_usage(&in->fault, "%s has no column %s", r->analysis->name, o->sort);
    }
    if (in->profile_kind != NULL) {
        return fault_usage(&in->fault, "tables are of recordings; this is %s", in->profile_kind);
    }
    return query_table(in, r->analysis, part, &options, &table);
}

int libspoor_table(struct libspoor *s, const char *name, const struct libspoor_part *part,
                   const struct libspoor_options *options, const struct libspoor_sink *to,
                   struct libspoor_error *error)
{
    static const struct libspoor_options none;
    const struct table_request request = {analysis_find(name), options != NULL ? options : &none};

    if (request.analysis == NULL || request.options->form > LIBSPOOR_TEXT) {
        return set_error(error, STATUS_UNREADABLE, "there is no such table or form");
    }
    return run(s, part, to, error, write_table, &request);
}

/* ------------------------------------------------------------------ events */

struct events_request {
    uint64_t first, most;
};

struct events {
    struct writer writer;
    uint64_t skip, left;
};

static bool take_event(void *arg, const struct spoor_item *item, bool chosen)
{
    struct events *e = arg;

    if (!chosen) {
        return true;
    }
    if (item->kind == SPOOR_RECORD && e->skip != 0) {
        e->skip--;
        return true;
    }
    if (item->kind == SPOOR_RECORD && e->left == 0) {
        return false;
    }
    e->left -= item->kind == SPOOR_RECORD;
    json_item(&e->writer, item);
    return e->writer.out->error == 0;
}

static int write_events(struct libspoor *s, struct input *in, const struct pass_options *part,
                        struct out *out, const void *arg)
{
    const struct events_request *r = arg;
    struct walk w = {.input = in, .range_text = part->range, .where = part->where};
    struct events e = {.skip = r->first, .left = r->most != 0 ? r->most : UINT64_MAX};

    (void)s;
    if (in->profile_kind != NULL) {
        return fault_usage(&in->fault, "events are of recordings; this is %s", in->profile_kind);
    }
    int status = walk_open(&w);

    e.writer = (struct writer){.out = out, .follow = w.follow};
    if (status == STATUS_OK && !names_open(&e.writer.names, in->elf, in->reader)) {
        status = fault_set(&in->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    if (status == STATUS_OK) {
        status = walk_run(&w, take_event, &e);
    }
    names_close(&e.writer.names);
    walk_close(&w);
    return status;
}

int libspoor_events(struct libspoor *s, const struct libspoor_part *part, uint64_t first, uint64_t most,
                    const struct libspoor_sink *to, struct libspoor_error *error)
{
    return run(s, part, to, error, write_events, &(struct events_request){first, most});
}

/* ------------------------------------------------------------------ exports */

struct export_request {
    const struct export_format *format;
    enum export_kind kind;
    const char *path;
};

static int write_export(struct libspoor *s, struct input *in, const struct pass_options *part,
                        struct out *out, const void *arg)
{
    const struct export_request *r = arg;
    const struct export to = {.out = out, .path = r->path, .name = r->path != NULL ? r->path : "output"};

    if (r->kind == EXPORT_PROFILE) {
        struct export e = to;

        return export_profile(in, part, (const void *)r->format, &e);
    }
    if (in->profile_kind != NULL) {
        return fault_usage(&in->fault, "%s is for recordings; this is %s", r->format->name, in->profile_kind);
    }
    if (r->kind == EXPORT_TRACE) {
        struct trace_export e = {.to = to};

        return export_trace(in, part, (const void *)r->format, &e);
    }
    const struct table_exporter *x = (const void *)r->format;
    struct table_export e = {.to = to};
    struct export_run one = {.name = path_name(s->path), .release = ""};
    int status = export_tables_begin(x, &e, &in->fault);

    status = status == STATUS_OK ? export_tables_add(in, part, x, &e, &one) : status;
    status = status == STATUS_OK ? export_tables_end(x, &e, &in->fault) : status;
    export_tables_close(x, &e);
    return status;
}

static int export_with(struct libspoor *s, const char *format, const struct libspoor_part *part,
                       const struct libspoor_sink *to, const char *path, struct libspoor_error *error)
{
    struct export_request r = {.path = path};

    r.format = export_find(format, &r.kind);
    if (r.format == NULL) {
        return set_error(error, STATUS_UNREADABLE, "there is no such format");
    }
    if (path == NULL && (r.format->makes == EXPORT_FILE || r.format->makes == EXPORT_FOLDER)) {
        return set_error(error, STATUS_UNREADABLE, "this format needs a path");
    }
    return run(s, part, to, error, write_export, &r);
}

int libspoor_export(struct libspoor *s, const char *format, const struct libspoor_part *part,
                    const struct libspoor_sink *to, struct libspoor_error *error)
{
    return export_with(s, format, part, to, NULL, error);
}

static int write_file(void *arg, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, arg) == n ? 0 : errno;
}

int libspoor_export_to(struct libspoor *s, const char *format, const struct libspoor_part *part,
                       const char *path, struct libspoor_error *error)
{
    enum export_kind kind;
    const struct export_format *x = export_find(format, &kind);
    bool own = x != NULL && (x->makes == EXPORT_FILE || x->makes == EXPORT_FOLDER);
    FILE *f = x != NULL && !own ? fopen(path, "wb") : NULL;

    if (x != NULL && !own && f == NULL) {
        return set_error(error, STATUS_UNREADABLE, strerror(errno));
    }
    int status = export_with(s, format, part, &(struct libspoor_sink){write_file, f}, path, error);

    if (f != NULL && fclose(f) != 0 && status == STATUS_OK) {
        status = set_error(error, STATUS_UNREADABLE, strerror(errno));
    }
    return status;
}

/* ------------------------------------------------------------------ the data of a page */

struct view_request {
    enum libspoor_view view;
    uint64_t limit;
};

/* Write a text of the page as a section. */
static int keep_bytes(void *arg, const char *bytes, size_t n)
{
    column_bytes(arg, bytes, n);
    return 0;
}

static bool write_html(struct page *p, const char *name, void (*write)(void *page, struct out *out),
                       const struct section_to *to)
{
    struct bytes_column c = {.used = 0};
    struct out *out = open_out(&(struct libspoor_sink){keep_bytes, &c});

    if (out != NULL) {
        write(p, out);
        out_flush(out);
    }
    bool done = out != NULL && section_write(to, name, &c);

    free(out);
    column_free(&c);
    return done;
}

static bool write_text(const char *name, const char *text, const struct section_to *to)
{
    struct bytes_column c = {.used = 0};

    column_bytes(&c, text, strlen(text));
    bool done = section_write(to, name, &c);

    column_free(&c);
    return done;
}

static bool write_page(struct page *p, const struct section_to *to)
{
    const struct report_look look = {.range = p->options->range};
    char title[REPORT_TITLE_MAX], lead[REPORT_LEAD_MAX];

    report_title(p, 1, title, sizeof title);
    report_lead(p, 1, &look, lead, sizeof lead);
    return write_text("page-title", title, to) && write_text("page-lead", lead, to) &&
           write_html(p, "page-contents", report_contents, to) && write_html(p, "page-body", report_body, to);
}

/* Read a recording for the page. The page owns the input meanwhile. */
static int write_recording(const struct libspoor *s, struct input *in, const struct pass_options *part,
                           const struct view_request *r, const struct section_to *to)
{
    struct page *p = calloc(1, sizeof *p);

    if (p == NULL) {
        return fault_set(&in->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    p->input = *in;
    p->options = part;
    p->file = path_name(s->path);
    unsigned parts = REPORT_PICTURES | (r->view == LIBSPOOR_VIEW_PAGE ? REPORT_TABLES : 0);
    int status = in->profile_kind == NULL ? report_read(p, NULL, r->limit, parts) : STATUS_OK;

    if (status == STATUS_OK) {
        p->failed |= r->view == LIBSPOOR_VIEW_PAGE && !write_page(p, to);
        report_sections(p, 1, to);
        status = p->failed ? fault_set(&p->input.fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM)) : status;
    }
    *in = p->input;
    p->input = (struct input){.file = in->file};
    report_close(p);
    free(p);
    return status;
}

static int write_view(struct libspoor *s, struct input *in, const struct pass_options *part, struct out *out,
                      const void *arg)
{
    const struct view_request *r = arg;
    const struct section_to to = {out, SECTION_RAW, NULL};
    struct profile p = {.count = 0};
    int status;

    if (r->view == LIBSPOOR_VIEW_PAGE || (in->profile_kind == NULL && r->view == LIBSPOOR_VIEW_TIMELINE)) {
        return write_recording(s, in, part, r, &to);
    }
    if (in->profile_kind != NULL || r->view == LIBSPOOR_VIEW_CALLS) {
        status = query_profile(in, part, 0, "the view", &p);
    } else {
        status = query_profile_of(in, part,
                                  r->view == LIBSPOOR_VIEW_STACKS ? PROFILE_OF_STACKS : PROFILE_OF_WAITS, &p);
    }
    if (status == STATUS_OK &&
        !report_write_profile(&p, path_name(s->path), in->profile_kind != NULL ? in->profile_kind : "spoor",
                              &to, 0)) {
        status = fault_set(&in->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    profile_free(&p);
    return status;
}

int libspoor_view(struct libspoor *s, enum libspoor_view view, const struct libspoor_part *part,
                  uint64_t limit, const struct libspoor_sink *to, struct libspoor_error *error)
{
    if (view > LIBSPOOR_VIEW_WAITS) {
        return set_error(error, STATUS_UNREADABLE, "there is no such view");
    }
    return run(s, part, to, error, write_view, &(struct view_request){view, limit});
}

/* ------------------------------------------------------------------ chosen events */

struct chosen {
    struct filter *filter;
    struct bytes_column column;
    uint64_t number;
};

static void take_chosen(struct pass *p, const struct spoor_item *item)
{
    struct chosen *c = p->arg;
    const struct choice choice = {c->filter, p->input->reader, p->input->elf, intervals_follow(p->intervals),
                                  p->hz};

    if (!report_is_event(p->input->elf, item)) {
        return;
    }
    if (choose_item(&choice, item)) {
        column_step(&c->column, c->number);
    }
    c->number++;
}

static int write_chosen(struct libspoor *s, struct input *in, const struct pass_options *part,
                        struct out *out, const void *filter)
{
    const char *wrong;
    struct chosen c = {.filter = known_filter(filter, in->elf, false, &wrong)};
    struct pass p = {.input = in, .options = part, .arg = &c, .before = take_chosen};

    (void)s;
    if (c.filter == NULL) {
        return fault_usage(&in->fault, "%s", wrong);
    }
    int status = in->profile_kind == NULL
                     ? pass_run(&p)
                     : fault_usage(&in->fault, "events are of recordings; this is %s", in->profile_kind);

    if (status == STATUS_OK) {
        (void)known_check(c.filter, in->reader, in->elf, intervals_follow(p.intervals), &in->report);
    }
    if (status == STATUS_OK &&
        !section_write(&(struct section_to){out, SECTION_RAW, NULL}, "chosen", &c.column)) {
        status = fault_set(&in->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    column_free(&c.column);
    filter_free(c.filter);
    pass_close(&p);
    return status;
}

int libspoor_chosen(struct libspoor *s, const struct libspoor_part *part, const char *filter,
                    const struct libspoor_sink *to, struct libspoor_error *error)
{
    return run(s, part, to, error, write_chosen, filter);
}
