/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries for tables. */
#include <analysis/analysis.h>
#include <query/tables.h>
#include "engine_priv.h"

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

    if (request.analysis == NULL) {
        return engine_fail(error, STATUS_UNREADABLE, "there is no table %s", name);
    }
    if (request.options->form > LIBSPOOR_TEXT) {
        return engine_fail(error, STATUS_UNREADABLE, "there is no form %d", (int)request.options->form);
    }
    return engine_run(s, part, to, error, write_table, &request);
}
