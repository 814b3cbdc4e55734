/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries for events: all of a part, or the numbers of those that a filter chooses. */
#include <errno.h>
#include <string.h>
#include <engine/walk.h>
#include <query/known.h>
#include <query/match.h>
#include <report/page/parts.h>
#include <write/writer.h>
#include "engine_priv.h"

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
    return engine_run(s, part, to, error, write_events, &(struct events_request){first, most});
}

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
    return engine_run(s, part, to, error, write_chosen, filter);
}
