/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes all recordings in order of time, or one after the other with shifted times. */
#include <stdlib.h>
#include <query/export.h>
#include <write/writer.h>
#include <merge/merge.h>

/* ------------------------------------------------------------------ text, in order of time */

struct lane {
    struct member *m;
    struct follow *follow;
    struct writer w;
    const struct spoor_item *item;
    int64_t time;
};

/* Get the next item of a lane. An item without a time keeps the time of the previous one. */
static int advance(struct lane *l)
{
    int more = spoor_next(l->m->input.reader, &l->item);

    if (more > 0 && l->item->kind <= SPOOR_TIMED) {
        l->time =
            time_on(&l->m->fit.axis, time_ns(l->item->time, spoor_recording(l->m->input.reader)->header.hz));
    }
    if (more <= 0) {
        l->item = NULL;
    }
    return more;
}

static bool follows_first(const struct lane *l)
{
    enum spoor_class class = spoor_id(l->m->input.elf, l->item->id)->class;

    return l->item->kind != SPOOR_RECORD || class == SPOOR_STACK || class == SPOOR_ENTER ||
           class == SPOOR_LEAVE;
}

static int write_next(struct lane *l)
{
    bool first = follows_first(l);

    if (first) {
        follow_item(l->follow, l->item);
    }
    text_item(&l->w, l->item);
    if (!first) {
        follow_item(l->follow, l->item);
    }
    return advance(l);
}

int merge_text(struct member *members, unsigned count, struct out *out)
{
    static struct lane lanes[MERGE_MAX];
    int more = 0;

    for (unsigned n = 0; n < count && more >= 0; n++) {
        struct lane *l = &lanes[n];

        *l = (struct lane){.m = &members[n], .follow = follow_open(members[n].input.elf)};
        l->w = (struct writer){.out = out, .follow = l->follow, .prefix = members[n].prefix};
        if (l->follow == NULL || !names_open(&l->w.names, members[n].input.elf, members[n].input.reader)) {
            return STATUS_UNREADABLE;
        }
        l->follow->no_stacks = true;
        l->w.names.axis = &members[n].fit.axis;
        more = advance(l);
    }
    while (more >= 0) {
        struct lane *next = NULL;

        for (unsigned n = 0; n < count; n++) {
            if (lanes[n].item != NULL && (next == NULL || lanes[n].time < next->time)) {
                next = &lanes[n];
            }
        }
        if (next == NULL) {
            break;
        }
        more = write_next(next);
    }
    for (unsigned n = 0; n < count; n++) {
        names_close(&lanes[n].w.names);
        follow_close(lanes[n].follow);
    }
    return more < 0 ? STATUS_UNREADABLE : STATUS_OK;
}

/* ------------------------------------------------------------------ Perfetto, one after the other */

int merge_perfetto(struct member *members, unsigned count, struct out *out)
{
    static const struct pass_options all;
    enum export_kind kind;
    const struct export_format *format = export_find("perfetto", &kind);
    int result = STATUS_OK;

    for (unsigned n = 0; n < count && result == STATUS_OK; n++) {
        struct member *m = &members[n];
        struct trace_export e = {
            .to = {.out = out}, .place = n, .axis = &m->fit.axis, .first_cpu = m->first_cpu};

        result = export_trace(&m->input, &all, (const void *)format, &e);
    }
    out_flush(out);
    return result;
}
