/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * latency: the time from a wake-up until the thread runs; and what ran for most of the longest one on the CPU
 * where the thread then ran: a thread, an interrupt, or nothing if that CPU was idle and reacted late.
 */
#include <analysis/blame.h>
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

struct latency_row {
    struct group_row row;
    struct spread delay;
    struct culprit culprit; /* of the longest delay */
    struct interval longest;
};

struct latency {
    struct group threads;
    struct blame blame;
};

static void latency_interval(struct stats *s, const struct interval *i)
{
    struct latency *l = s->state;

    blame_note(&l->blame, i);
    if (!blame_is_delay(i)) {
        return;
    }
    l->threads.row_bytes = sizeof(struct latency_row);
    struct latency_row *row = group_get(&l->threads, i->thread, 0);

    if (row == NULL) {
        s->failed = true;
        return;
    }
    bool longest = row->delay.count == 0 || i->net > row->delay.max;

    spread_add(&row->delay, i->net, i->from);
    if (longest) {
        row->longest = *i;
        row->culprit = blame_find(s, &l->blame, i);
    }
}

static void put_culprit(struct stats *s, const struct latency_row *row)
{
    blame_put(s, &row->culprit);
    if (row->culprit.known) {
        analysis_us(s, row->culprit.ran);
        table_ratio(s->table, row->culprit.ran, row->longest.net);
    } else {
        table_empty(s->table);
        table_empty(s->table);
    }
}

static void latency_end(struct stats *s)
{
    struct latency *l = s->state;

    for (size_t n = 0; n < l->threads.count; n++) {
        const struct latency_row *row = group_nth(&l->threads, n);
        const struct spread *d = &row->delay;

        analysis_thread(s, (uint32_t)row->row.a);
        table_number(s->table, (int64_t)d->count);
        analysis_us(s, d->min);
        analysis_average(s, d->sum, d->count);
        analysis_us(s, spread_percentile(d, 500));
        analysis_us(s, spread_percentile(d, 900));
        analysis_us(s, spread_percentile(d, 990));
        analysis_us(s, d->max);
        analysis_time(s, d->max_at);
        analysis_waker(s, &row->longest);
        put_culprit(s, row);
        table_end_row(s->table);
    }
}

static void free_row(void *row)
{
    spread_free(&((struct latency_row *)row)->delay);
}

static void latency_free(struct stats *s)
{
    group_free(&((struct latency *)s->state)->threads, free_row);
}

static const struct column columns[] = {
    {"thread", COLUMN_TEXT, "the woken thread"},
    {"count", COLUMN_COUNT, "number of wake-ups"},
    {"min_us", COLUMN_US, "time from the wake-up until the thread ran: minimum"},
    {"avg_us", COLUMN_US, "the average"},
    {"p50_us", COLUMN_US, "the median"},
    {"p90_us", COLUMN_US, "90th percentile"},
    {"p99_us", COLUMN_US, "99th percentile"},
    {"max_us", COLUMN_US, "the maximum"},
    {"max_at_s", COLUMN_TIME, "when the slowest wake-up occurred"},
    {"woken_by", COLUMN_TEXT, "the thread or interrupt that caused the slowest wake-up"},
    {"delayed_by", COLUMN_TEXT,
     "the thread or interrupt that ran for most of the slowest wake-up; `no CPU ran it` if the CPU that ran "
     "the thread in the end was idle until then; empty if not recorded"},
    {"delayed_us", COLUMN_US, "how long it ran in that time"},
    {"delayed_percent", COLUMN_PERCENT, "its share of that time"},
};

SPOOR_ANALYSIS(latency, "latency", "from a wake-up until the thread runs: percentiles, and the culprit",
               NEEDS_SWITCH | NEEDS_WAKE, METRIC,
               PAGE(LATENCY, 20, "Latency",
                    "From a wake-up until the thread ran: the slowest first, with the thread or interrupt "
                    "that ran meanwhile.",
                    20, .jump = {HISTORY_THREAD, "thread"},
                    .card = {"Slowest wake-ups", "max_us", {"thread", "max_us", "delayed_by"}}),
               struct latency, columns, .sort = "-max_us",
               .intervals = INTERVALS_RUNS | INTERVALS_READY | INTERVALS_IRQS, .interval = latency_interval,
               .end = latency_end, .free = latency_free);
