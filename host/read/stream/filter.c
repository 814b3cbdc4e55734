/* SPDX-License-Identifier: BSD-2-Clause */
/* FILTER packets: what the target excludes, and since when. */
#include <errno.h>
#include <stdlib.h>
#include <base/vector.h>
#include "../reader_priv.h"

typedef unsigned long long ull;

static bool parse_events(struct cursor *c, struct spoor_filter *f)
{
    uint64_t id = SPOOR_WIRE_ID_FIRST;

    while (cursor_more(c)) {
        id += cursor_u32(c);
        uint64_t end = id + cursor_u32(c);

        if (end > SPOOR_WIRE_IDS) {
            return false;
        }
        for (; id < end; id++) {
            f->off[id / 32] |= UINT32_C(1) << id % 32;
        }
    }
    return !c->bad;
}

static bool parse(struct cursor *c, struct spoor_filter *f)
{
    f->number = cursor_u32(c);
    f->from = cursor_u64(c);
    f->since = cursor_u64(c);
    f->only = cursor_u32(c) != 0;
    f->threads = cursor_u32(c);
    for (unsigned n = 0; n < f->threads && !c->bad; n++) {
        uint32_t number = cursor_u32(c);

        if (n < SPOOR_FILTER_THREADS) {
            f->thread[n] = number;
        }
    }
    uint32_t cpus = cursor_u32(c);

    for (unsigned n = 0; n < cpus && !c->bad; n++) {
        f->cpus |= UINT64_C(1) << cursor_u32(c) % SPOOR_CPUS_MAX;
    }
    return !c->bad && f->threads <= SPOOR_FILTER_THREADS && parse_events(c, f);
}

static void report_filter(struct spoor_reader *r, const struct spoor_filter *f)
{
    bool events = false;

    for (unsigned n = 0; n < SPOOR_WIRE_IDS / 32; n++) {
        events |= f->off[n] != 0;
    }
    if (f->threads != 0 || f->cpus != 0 || events) {
        reader_say(r, "offset %llu: from here on the target excludes%s%s%s: `spoor dump` lists them",
                   (ull)r->offset, f->threads != 0 ? " threads" : "", f->cpus != 0 ? " CPUs" : "",
                   events ? " events" : "");
    }
}

/* Queue a FILTER item: from `time` on records are filtered by `f`, or, if it is NULL, in an unknown way.
 * Earlier records may still follow. */
static void push(struct spoor_reader *r, uint64_t time, const struct spoor_filter *f)
{
    if (!VECTOR_GROW(r->turns, r->turn_count)) {
        reader_fail(r, -ENOMEM);
    } else {
        r->turns[r->turn_count++] = (struct spoor_item){
            .kind = SPOOR_FILTER, .offset = r->offset, .time = time, .until = time, .filter = f};
    }
}

void filter_missed(struct spoor_reader *r, uint64_t time)
{
    r->stated = false; /* a packet after the header may be missing */
    if (!r->unsure) {
        r->unsure = true;
        r->unsure_since = time;
        lanes_hold(&r->lanes);
    }
}

/* If the filter is uncertain but nothing was excluded so far, most likely nothing is. */
void filter_end(struct spoor_reader *r)
{
    if (r->unsure && (r->now->filter_count != 0 || !r->now->header.seen)) {
        push(r, r->unsure_since, NULL);
    }
    r->unsure = false;
}

static const struct spoor_filter *last_of(const struct spoor_recording *rec)
{
    return rec->filter_count != 0 ? rec->filters[rec->filter_count - 1] : NULL;
}

void filter_add(struct spoor_reader *r, const struct spoor_filter *f, bool changing)
{
    struct spoor_recording *rec = r->now;
    const struct spoor_filter *last = last_of(rec);
    struct spoor_filter *kept = malloc(sizeof *kept);

    if (kept == NULL || !VECTOR_GROW(rec->filters, rec->filter_count)) {
        free(kept);
        reader_fail(r, -ENOMEM);
        return;
    }
    *kept = *f;
    if (f->number != (last != NULL ? last->number : 0) + 1) {
        /* an unknown filter was active in between */
        push(r, r->unsure ? r->unsure_since : r->last_time, NULL);
    }
    rec->filters[rec->filter_count++] = kept;
    report_filter(r, kept);
    push(r, kept->from, NULL);
    if (!changing) {
        push(r, kept->since, kept);
    }
}

bool filter_take(struct spoor_reader *r, struct cursor *c)
{
    const struct spoor_filter *last = last_of(r->now);
    struct spoor_filter f = {.number = 0};
    bool good = parse(c, &f);

    /* Without a header the tick length is unknown; the packet is repeated after the next header. */
    if (good && r->now->header.seen && (last == NULL || (int32_t)(f.number - last->number) > 0)) {
        bool changing = f.since == 0;

        f.from <<= r->now->header.shift;
        f.since <<= r->now->header.shift;
        filter_add(r, &f, changing);
    }
    return good;
}
