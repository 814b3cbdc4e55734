/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A switch belongs to the outgoing thread, so an item is taken before it is followed. A stack or a function
 * is followed first, which finds its event or its name.
 */
#include <errno.h>
#include <string.h>
#include <engine/walk.h>
#include <query/known.h>

static bool follows_first(const struct spoor_elf *elf, const struct spoor_item *item)
{
    enum spoor_class class = spoor_id(elf, item->id)->class;

    return item->kind != SPOOR_RECORD || class == SPOOR_STACK || class == SPOOR_ENTER || class == SPOOR_LEAVE;
}

/* Headers and names are chosen at any time. */
static bool is_within(const struct range *range, const struct spoor_item *item)
{
    bool timed = item->kind <= SPOOR_TIMED || item->kind == SPOOR_TEXT;

    return !timed || (item->time >= range->from && item->time < range->to);
}

int walk_open(struct walk *w)
{
    const char *wrong;

    w->follow = follow_open(w->input->elf);
    if (w->follow == NULL) {
        return fault_set(&w->input->fault, STATUS_UNREADABLE, "%s", strerror(ENOMEM));
    }
    if (!range_parse(&w->range, w->range_text, &w->input->fault)) {
        return STATUS_UNREADABLE;
    }
    if (w->where != NULL) {
        w->filter = known_filter(w->where, w->input->elf, false, &wrong);
        if (w->filter == NULL) {
            return fault_usage(&w->input->fault, "--where: %s", wrong);
        }
    }
    return STATUS_OK;
}

int walk_run(struct walk *w, bool (*take)(void *arg, const struct spoor_item *item, bool chosen), void *arg)
{
    struct choose_recent recent = {0};
    struct spoor_reader *reader = w->input->reader;
    bool sought = w->range.from_ns != 0 && spoor_seek(reader, w->range.from_ns);
    const struct spoor_item *item;
    bool goes_on = true;
    int more = 1;

    while (goes_on && (more = spoor_next(reader, &item)) > 0) {
        bool first = follows_first(w->input->elf, item);

        range_rate(&w->range, spoor_recording(reader)->header.hz);
        if (item->kind == SPOOR_RECORD) {
            range_note(&w->range, item->time);
        }
        if (sought && item->kind == SPOOR_RECORD && item->time >= w->range.to) {
            break; /* no later recording follows */
        }
        if (first) {
            follow_item(w->follow, item);
        }
        const struct choice c = {w->filter, reader, w->input->elf, w->follow, w->range.hz};
        bool chosen = choose_next(&recent, &c, item) && is_within(&w->range, item);

        w->took += chosen && item->kind == SPOOR_RECORD;
        goes_on = take(arg, item, chosen);
        if (!first) {
            follow_item(w->follow, item);
        }
    }
    return more < 0 ? STATUS_UNREADABLE : STATUS_OK;
}

int walk_check(struct walk *w)
{
    struct input *in = w->input;

    if (!input_has_packets(in)) {
        return STATUS_UNREADABLE;
    }
    if (!w->range.inside) {
        return range_check(&w->range, in);
    }
    bool known = w->filter == NULL || known_check(w->filter, in->reader, in->elf, w->follow, &in->report);

    return known || w->took != 0 ? STATUS_OK : STATUS_CANT_SAY;
}

void walk_close(struct walk *w)
{
    follow_close(w->follow);
    filter_free(w->filter);
}
