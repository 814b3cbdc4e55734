/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * latency: the time from a wake-up until the thread runs; and what ran for most of the longest one on the CPU
 * where the thread then ran: a thread, an interrupt, or nothing if that CPU was idle and reacted late.
 */
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

/* Text in place of a culprit. The report's script uses the same. */
#define NOBODY "no CPU ran it"

/* Number of last runs kept for each CPU; only as much of a delay can be explained. */
#define RECENT 256

struct ran {
    uint64_t from, to, net;
    uint32_t number;
    bool irq;
    unsigned depth; /* nesting of an interrupt */
};

struct latency_row {
    struct group_row row;
    struct spread delay;
    bool blamed, by_irq, idle;
    uint32_t culprit;
    uint64_t blame; /* cycles for which the culprit ran in the longest delay */
    struct interval longest;
};

struct latency {
    struct group threads;
    struct {
        struct ran recent[RECENT];
        uint32_t count;
    } cpu[SPOOR_CPUS_MAX];
};

static void note(struct latency *l, const struct interval *i)
{
    uint32_t n = l->cpu[i->cpu].count++ % RECENT;

    l->cpu[i->cpu].recent[n] = (struct ran){
        i->from, i->to, i->net, i->kind == INTERVAL_IRQ ? i->line : i->thread, i->kind == INTERVAL_IRQ,
        i->depth};
}

static uint64_t common(const struct ran *r, uint64_t from, uint64_t to)
{
    from = r->from > from ? r->from : from;
    to = r->to < to ? r->to : to;
    return to > from ? to - from : 0;
}

/* @return the cycles of a delay in which a thread or interrupt ran, without nested interrupts */
static uint64_t overlap(const struct latency *l, unsigned cpu, const struct ran *r, const struct interval *i)
{
    uint64_t from = r->from > i->from ? r->from : i->from, to = r->to < i->to ? r->to : i->to;
    uint32_t count = l->cpu[cpu].count, n = count < RECENT ? count : RECENT;
    uint64_t part = to > from ? to - from : 0, interrupted = 0;
    unsigned depth = r->irq ? r->depth + 1 : 0;

    for (uint32_t k = 0; k < n; k++) {
        const struct ran *q = &l->cpu[cpu].recent[k];

        interrupted += q->irq && q->depth == depth ? common(q, from, to) : 0;
    }
    part -= interrupted < part ? interrupted : part;
    return part < r->net ? part : r->net;
}

/* Order of equal times: interrupts before threads, then by number. */
static bool is_first(const struct latency_row *row, const struct ran *r)
{
    return r->irq != row->by_irq ? r->irq : r->number < row->culprit;
}

/* Find what ran for most of a delay. There is no culprit if most of the delay is unknown. */
static void blame(struct stats *s, struct latency *l, struct latency_row *row, const struct interval *i,
                  unsigned cpu)
{
    uint32_t count = l->cpu[cpu].count, n = count < RECENT ? count : RECENT;
    uint64_t known = 0;

    row->blamed = false;
    row->blame = 0;
    for (uint32_t a = 0; a < n; a++) {
        const struct ran *of = &l->cpu[cpu].recent[a];
        uint64_t part = overlap(l, cpu, of, i), sum = 0;

        known += part;
        for (uint32_t b = 0; part != 0 && b < n; b++) {
            const struct ran *r = &l->cpu[cpu].recent[b];

            sum += r->number == of->number && r->irq == of->irq ? overlap(l, cpu, r, i) : 0;
        }
        if (sum > row->blame || (row->blamed && sum == row->blame && is_first(row, of))) {
            row->blamed = true;
            row->by_irq = of->irq;
            row->culprit = of->number;
            row->blame = sum;
        }
    }
    row->idle = !row->by_irq && spoor_is_idle(s->reader, row->culprit);
    row->blamed &= i->net - known <= row->blame;
}

static void latency_interval(struct stats *s, const struct interval *i)
{
    struct latency *l = s->state;

    if (i->kind == INTERVAL_IRQ || (i->kind == INTERVAL_STATE && i->state == FOLLOW_RUNS)) {
        note(l, i);
    }
    if (i->kind != INTERVAL_STATE || i->state != FOLLOW_READY || !i->woken || i->begun_before || i->cut) {
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
        const struct follow_thread *t = follow_thread(intervals_follow(s->intervals), i->thread);

        row->longest = *i;
        blame(s, l, row, i, t != NULL ? t->cpu : i->cpu);
    }
}

static void put_culprit(struct stats *s, const struct latency_row *row)
{
    if (!row->blamed) {
        table_empty(s->table);
        table_empty(s->table);
        table_empty(s->table);
        return;
    }
    if (row->idle) {
        table_text(s->table, NOBODY);
    } else if (row->by_irq) {
        analysis_irq(s, row->culprit);
    } else {
        analysis_thread(s, row->culprit);
    }
    analysis_us(s, row->blame);
    table_ratio(s->table, row->blame, row->longest.net);
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
               struct latency, columns, .sort = "-max_us", .interval = latency_interval, .end = latency_end,
               .free = latency_free);
