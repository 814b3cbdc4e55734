/* SPDX-License-Identifier: BSD-2-Clause */
/* waits: by object and thread: how often and how long a thread waited, and what ended the longest wait. */
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

struct wait_row {
    struct group_row row;
    uint8_t reason;
    struct spread wait;
    uint64_t timeouts;
    struct interval longest;
};

static void waits_interval(struct stats *s, const struct interval *i)
{
    struct group *g = s->state;

    if (i->kind != INTERVAL_STATE || i->state != FOLLOW_WAITS || i->begun_before || i->cut) {
        return;
    }
    g->row_bytes = sizeof(struct wait_row);
    struct wait_row *row = group_get(g, (uint64_t)i->reason << 32 | i->object, i->thread);

    if (row == NULL) {
        s->failed = true;
        return;
    }
    row->reason = i->reason;
    row->timeouts += i->woken && i->how == FOLLOW_HOW_TIMEOUT;
    if (row->wait.count == 0 || i->net > row->wait.max) {
        row->longest = *i;
    }
    spread_add(&row->wait, i->net, i->from);
}

static void waits_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct wait_row *row = group_nth(g, n);
        const struct spread *d = &row->wait;

        analysis_object(s, (uint32_t)row->row.a);
        analysis_reason(s, row->reason);
        analysis_thread(s, (uint32_t)row->row.b);
        table_number(s->table, (int64_t)d->count);
        table_number(s->table, (int64_t)row->timeouts);
        analysis_us(s, d->sum);
        analysis_average(s, d->sum, d->count);
        analysis_us(s, spread_percentile(d, 990));
        analysis_us(s, d->max);
        analysis_time(s, d->max_at);
        analysis_waker(s, &row->longest);
        table_end_row(s->table);
    }
}

static void free_row(void *row)
{
    spread_free(&((struct wait_row *)row)->wait);
}

static void waits_free(struct stats *s)
{
    group_free(s->state, free_row);
}

static const struct column columns[] = {
    {"object", COLUMN_TEXT, "the object that was waited for"},
    {"reason", COLUMN_TEXT, "the kind of wait"},
    {"thread", COLUMN_TEXT, "the waiting thread"},
    {"count", COLUMN_COUNT, "number of waits"},
    {"timeouts", COLUMN_COUNT, "number of waits that timed out"},
    {"total_us", COLUMN_SUM_US, "total waiting time"},
    {"avg_us", COLUMN_US, "the average"},
    {"p99_us", COLUMN_US, "99th percentile"},
    {"max_us", COLUMN_US, "the longest wait"},
    {"max_at_s", COLUMN_TIME, "when the longest began"},
    {"ended_by", COLUMN_TEXT, "the thread or interrupt that ended the longest wait"},
};

SPOOR_ANALYSIS(waits, "waits", "waits by object and thread: number, length, and what ended the longest",
               NEEDS_SWITCH | NEEDS_WAKE, METRIC,
               PAGE(WAITS, 40, "Waits", "What threads waited on, and for how long.", 20,
                    .jump = {HISTORY_THREAD, "thread"},
                    .card = {"Longest waits", "max_us", {"thread", "object", "max_us"}}),
               struct group, columns, .sort = "-total_us", .intervals = INTERVALS_WAITS,
               .interval = waits_interval, .end = waits_end, .free = waits_free);
