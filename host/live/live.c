/* SPDX-License-Identifier: BSD-2-Clause */
/* The share of a thread is taken from its clock, which includes a run in progress. All else is taken from
 * intervals. */
#include <stdio.h>
#include <stdlib.h>
#include <base/count.h>
#include <base/time.h>
#include <base/vector.h>
#include <live/live.h>

static struct live_row *row_of(struct live *l, enum live_kind kind, uint32_t key)
{
    struct live_rows *r = &l->of[kind];
    uint32_t n = hash_find_key(&r->by_key, key);

    if (n != HASH_NONE) {
        return &r->rows[n];
    }
    if (!VECTOR_GROW(r->rows, r->count) || !hash_add(&r->by_key, key, (uint32_t)r->count)) {
        l->failed = true;
        return NULL;
    }
    r->rows[r->count] = (struct live_row){.key = key};
    return &r->rows[r->count++];
}

static void add(struct live *l, enum live_kind kind, uint32_t key, uint64_t count, uint64_t time,
                uint64_t longest)
{
    struct live_row *row = row_of(l, kind, key);

    if (row != NULL) {
        row->count += count;
        row->all += count;
        row->time += time;
        row->longest = longest > row->longest ? longest : row->longest;
    }
}

static void take_interval(void *arg, const struct interval *i)
{
    struct live *l = arg;

    switch (i->kind) {
    case INTERVAL_STATE:
        add(l, LIVE_THREAD, i->thread, i->state == FOLLOW_RUNS, 0,
            i->state == FOLLOW_READY && i->woken && !i->begun_before ? i->net : 0);
        break;
    case INTERVAL_IRQ:
        add(l, LIVE_IRQ, i->line, 1, i->self, i->net);
        break;
    case INTERVAL_BLOCK:
    case INTERVAL_RANGE:
        add(l, LIVE_BLOCK, i->id, 1, i->to - i->from, i->to - i->from);
        break;
    default:
        break;
    }
}

bool live_open(struct live *l, const struct spoor_elf *elf, const struct spoor_reader *reader)
{
    *l = (struct live){.elf = elf, .reader = reader};
    l->intervals = intervals_open(elf, take_interval, l);
    return l->intervals != NULL;
}

void live_item(struct live *l, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(l->elf, item->kind == SPOOR_RECORD ? item->id : 0);

    if (item->kind == SPOOR_BEGIN) {
        l->begun = false;
    }
    if (item->kind <= SPOOR_TIMED) {
        l->now = item->time > l->now || !l->begun ? item->time : l->now;
        l->begin = l->begun ? l->begin : item->time;
        l->begun = true;
    }
    if (item->kind == SPOOR_RECORD) {
        l->events++;
        l->all_events++;
        if (id->class == SPOOR_POINT) {
            add(l, LIVE_POINT, item->id, 1, 0, 0);
        } else if (id->role == SPOOR_WIRE_ROLE_HEAP_USED) {
            l->heap_used = spoor_value(&id->fields[0], item->word);
            l->heap_free = spoor_value(&id->fields[1], item->word);
            l->heap_largest = spoor_value(&id->fields[2], item->word);
            l->heap_told = true;
        }
    }
    intervals_item(l->intervals, item);
}

/* ------------------------------------------------------------------ tables */

static uint32_t hz_of(const struct live *l)
{
    return spoor_recording(l->reader)->header.hz;
}

static void put_thread(struct table *t, const struct live *l, uint32_t number)
{
    const struct spoor_thread *named = spoor_thread(l->reader, number);
    char text[32];

    if (named != NULL && named->name[0] != 0) {
        table_text(t, named->name);
        return;
    }
    snprintf(text, sizeof text, "thread %u", number);
    table_text(t, text);
}

static void put_irq(struct table *t, const struct live *l, uint32_t line)
{
    const char *name = spoor_named(l->reader, SPOOR_WIRE_NAMED_IRQ, line);
    char text[32];

    snprintf(text, sizeof text, "irq %u", line);
    table_text(t, name != NULL ? name : text);
}

/* Append the columns of most rows: rate, share of the window, longest. */
static void put_sums(struct table *t, const struct live *l, const struct live_row *row)
{
    uint64_t span = l->now > l->begin ? l->now - l->begin : 1;

    table_real(t, (double)row->count * hz_of(l) / (double)span);
    table_ratio(t, row->time, span);
    table_cycles(t, row->longest, hz_of(l));
    table_number(t, (int64_t)row->all);
}

static void put_state(struct table *t, const struct live *l, uint32_t number)
{
    static const char *const states[] = {[FOLLOW_RUNS] = "runs", "ready", "waits", "ended"};
    const struct follow_thread *f = follow_thread(intervals_follow(l->intervals), number);
    const char *reason = f != NULL && f->state == FOLLOW_WAITS ? spoor_reason(l->elf, f->reason) : NULL;

    if (f == NULL || states[f->state] == NULL) { /* unknown, as after the last record */
        table_empty(t);
    } else {
        table_text(t, reason != NULL ? reason : states[f->state]);
    }
}

static const struct column thread_columns[] = {
    {"thread", COLUMN_TEXT, ""},  {"priority", COLUMN_NUMBER, ""},       {"state", COLUMN_TEXT, ""},
    {"runs_hz", COLUMN_REAL, ""}, {"share_percent", COLUMN_PERCENT, ""}, {"delay_max_us", COLUMN_US, ""},
    {"runs", COLUMN_NUMBER, ""},
};
static const struct column irq_columns[] = {
    {"irq", COLUMN_TEXT, ""},  {"rate_hz", COLUMN_REAL, ""}, {"share_percent", COLUMN_PERCENT, ""},
    {"max_us", COLUMN_US, ""}, {"count", COLUMN_NUMBER, ""},
};
static const struct column block_columns[] = {
    {"block", COLUMN_TEXT, ""}, {"rate_hz", COLUMN_REAL, ""}, {"share_percent", COLUMN_PERCENT, ""},
    {"max_us", COLUMN_US, ""},  {"count", COLUMN_NUMBER, ""},
};
static const struct column point_columns[] = {
    {"point", COLUMN_TEXT, ""}, {"rate_hz", COLUMN_REAL, ""}, {"count", COLUMN_NUMBER, ""}};

static const struct table_kind kinds[LIVE_KINDS] = {
    [LIVE_THREAD] = {"top_threads", thread_columns, COUNT_OF(thread_columns)},
    [LIVE_IRQ] = {"top_irqs", irq_columns, COUNT_OF(irq_columns)},
    [LIVE_BLOCK] = {"top_blocks", block_columns, COUNT_OF(block_columns)},
    [LIVE_POINT] = {"top_points", point_columns, COUNT_OF(point_columns)},
};

static void put_row(struct table *t, const struct live *l, enum live_kind kind, const struct live_row *row)
{
    const struct spoor_thread *thread = spoor_thread(l->reader, row->key);
    uint64_t span = l->now > l->begin ? l->now - l->begin : 1;

    switch (kind) {
    case LIVE_THREAD:
        put_thread(t, l, row->key);
        table_number(t, thread != NULL ? thread->priority : 0);
        put_state(t, l, row->key);
        put_sums(t, l, row);
        break;
    case LIVE_IRQ:
        put_irq(t, l, row->key);
        put_sums(t, l, row);
        break;
    case LIVE_BLOCK:
        table_text(t, spoor_id(l->elf, row->key)->name);
        put_sums(t, l, row);
        break;
    default:
        table_text(t, spoor_id(l->elf, row->key)->name);
        table_real(t, (double)row->count * hz_of(l) / (double)span);
        table_number(t, (int64_t)row->all);
        break;
    }
    table_end_row(t);
}

static const struct column window_columns[] = {
    {"time_s", COLUMN_TIME, ""},      {"window_us", COLUMN_US, ""},       {"events", COLUMN_NUMBER, ""},
    {"events_hz", COLUMN_REAL, ""},   {"lost_target", COLUMN_NUMBER, ""}, {"lost_link", COLUMN_NUMBER, ""},
    {"heap_used", COLUMN_NUMBER, ""}, {"heap_free", COLUMN_NUMBER, ""},   {"heap_largest", COLUMN_NUMBER, ""},
};
static const struct table_kind window_kind = {"top_window", window_columns, COUNT_OF(window_columns)};

static void put_window(struct live *l, struct out *out, enum table_format format)
{
    const struct spoor_recording *r = spoor_recording(l->reader);
    struct table t = {.out = out, .format = format};
    uint64_t lost = 0, link = 0, span = l->now > l->begin ? l->now - l->begin : 1;
    const uint32_t heap[] = {l->heap_used, l->heap_free, l->heap_largest};

    for (unsigned cpu = 0; cpu < r->cpus; cpu++) {
        lost += spoor_lost(&r->account[cpu]);
        link += r->account[cpu].missing + r->account[cpu].unread;
    }
    table_begin(&t, &window_kind);
    table_number(&t, (int64_t)time_ns(l->now, hz_of(l)));
    table_cycles(&t, span, hz_of(l));
    table_number(&t, (int64_t)l->events);
    table_real(&t, (double)l->events * hz_of(l) / (double)span);
    table_number(&t, (int64_t)lost);
    table_number(&t, (int64_t)link);
    for (unsigned n = 0; n < 3; n++) {
        if (l->heap_told) {
            table_number(&t, heap[n]);
        } else {
            table_empty(&t);
        }
    }
    table_end_row(&t);
    (void)table_end(&t);
}

void live_print(struct live *l, struct out *out, enum table_format format, const char *sort, uint64_t top)
{
    static const char *const usual[LIVE_KINDS] = {"-share_percent", "-share_percent", "-share_percent",
                                                  "-rate_hz"};

    for (size_t n = 0; n < l->of[LIVE_THREAD].count; n++) {
        struct live_row *row = &l->of[LIVE_THREAD].rows[n];

        row->time = intervals_run(l->intervals, row->key, l->now) - row->ran;
    }
    put_window(l, out, format);
    for (unsigned kind = 0; kind < LIVE_KINDS; kind++) {
        struct table t = {.out = out, .format = format, .sort = usual[kind], .top = top};

        if (kind == LIVE_THREAD && sort != NULL) {
            t.sort = sort;
        }
        if (l->of[kind].count == 0) {
            continue;
        }
        if (format == TABLE_TEXT) {
            out_char(out, '\n');
        }
        table_begin(&t, &kinds[kind]);
        for (size_t n = 0; n < l->of[kind].count; n++) {
            put_row(&t, l, kind, &l->of[kind].rows[n]);
        }
        (void)table_end(&t);
    }
}

void live_next(struct live *l)
{
    for (unsigned kind = 0; kind < LIVE_KINDS; kind++) {
        for (size_t n = 0; n < l->of[kind].count; n++) {
            struct live_row *row = &l->of[kind].rows[n];

            row->count = row->time = row->longest = 0;
            row->ran = kind == LIVE_THREAD ? intervals_run(l->intervals, row->key, l->now) : 0;
        }
    }
    l->begin = l->now;
    l->events = 0;
}

void live_close(struct live *l)
{
    intervals_close(l->intervals);
    for (unsigned kind = 0; kind < LIVE_KINDS; kind++) {
        free(l->of[kind].rows);
        hash_free(&l->of[kind].by_key);
    }
}
