/* SPDX-License-Identifier: BSD-2-Clause */
/* irq: count, duration without nested interrupts, nesting, rate, and the delay of the threads that they
 * woke. */
#include <analysis/group.h>
#include <analysis/spread.h>
#include <analysis/analysis.h>

struct irq_row {
    struct group_row row;
    struct spread net;
    struct spread woke; /* delays of the threads that it woke */
    uint64_t first, last;
    unsigned nesting;
};

static struct irq_row *row_of(struct stats *s, unsigned cpu, uint32_t line)
{
    struct group *g = s->state;

    g->row_bytes = sizeof(struct irq_row);
    struct irq_row *row = group_get(g, line, cpu);

    s->failed |= row == NULL;
    return row;
}

static void irq_interval(struct stats *s, const struct interval *i)
{
    struct irq_row *row;

    if (i->kind == INTERVAL_IRQ && !i->begun_before && (row = row_of(s, i->cpu, i->line)) != NULL) {
        row->first = row->net.count == 0 ? i->from : row->first;
        row->last = i->from;
        row->nesting = i->depth + 1 > row->nesting ? i->depth + 1 : row->nesting;
        spread_add(&row->net, i->net, i->from);
    } else if (i->kind == INTERVAL_STATE && i->state == FOLLOW_READY && i->woken && i->by_irq &&
               !i->begun_before && !i->cut && (row = row_of(s, i->cpu, i->waker_line)) != NULL) {
        spread_add(&row->woke, i->net, i->from);
    }
}

static void irq_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct irq_row *row = group_nth(g, n);
        const struct spread *d = &row->net;

        if (d->count == 0) {
            continue;
        }
        analysis_irq(s, (uint32_t)row->row.a);
        table_number(s->table, (int64_t)row->row.a);
        table_number(s->table, (int64_t)row->row.b);
        table_number(s->table, (int64_t)d->count);
        if (row->last > row->first) {
            table_real(s->table, (double)(d->count - 1) * s->hz / (double)(row->last - row->first));
        } else {
            table_empty(s->table);
        }
        analysis_us(s, d->sum);
        table_ratio(s->table, d->sum, s->end - s->begin);
        analysis_us(s, d->min);
        analysis_average(s, d->sum, d->count);
        analysis_us(s, spread_percentile(d, 990));
        analysis_us(s, d->max);
        analysis_time(s, d->max_at);
        table_number(s->table, row->nesting);
        table_number(s->table, (int64_t)row->woke.count);
        if (row->woke.count != 0) {
            analysis_us(s, row->woke.max);
        } else {
            table_empty(s->table);
        }
        table_end_row(s->table);
    }
}

static void free_row(void *row)
{
    spread_free(&((struct irq_row *)row)->net);
    spread_free(&((struct irq_row *)row)->woke);
}

static void irq_free(struct stats *s)
{
    group_free(s->state, free_row);
}

static const struct column columns[] = {
    {"irq", COLUMN_TEXT, "the interrupt's name"},
    {"line", COLUMN_NUMBER, "the interrupt's number"},
    {"cpu", COLUMN_NUMBER, "the CPU that took it"},
    {"count", COLUMN_COUNT, "number of interrupts"},
    {"rate_hz", COLUMN_REAL, "interrupts per second, from the first to the last"},
    {"run_us", COLUMN_SUM_US, "how long in all; nested interrupts not included"},
    {"share_percent", COLUMN_PERCENT, "share of the CPU's time"},
    {"min_us", COLUMN_US, "the shortest"},
    {"avg_us", COLUMN_US, "the average"},
    {"p99_us", COLUMN_US, "99th percentile"},
    {"max_us", COLUMN_US, "the longest"},
    {"max_at_s", COLUMN_TIME, "when the longest began"},
    {"nesting", COLUMN_NUMBER, "1: interrupts only threads; 2: also another interrupt"},
    {"woke", COLUMN_COUNT, "number of threads that it made ready"},
    {"woke_max_us", COLUMN_US, "the longest time until such a thread ran"},
};

SPOOR_ANALYSIS(irq, "irq", "interrupts: count, rate, duration, nesting, threads that they woke", NEEDS_IRQ,
               METRIC,
               PAGE(TABLES, 70, "Interrupts", "How often, how long, and the threads that they woke.", 60,
                    .jump = {HISTORY_CPU, "cpu"}),
               struct group, columns, .sort = "-run_us", .intervals = INTERVALS_IRQS | INTERVALS_READY,
               .interval = irq_interval, .end = irq_end, .free = irq_free);
