/* SPDX-License-Identifier: BSD-2-Clause */
/* instances: each of what blocks, functions, irq and latency sum up. */
#include <analysis/blame.h>

struct instances {
    struct blame blame;
};

static void put_context(struct stats *s, const struct interval *i)
{
    if (i->in_irq) {
        analysis_irq(s, i->line);
    } else {
        analysis_thread(s, i->thread);
    }
}

static void instances_interval(struct stats *s, const struct interval *i)
{
    struct instances *all = s->state;

    blame_note(&all->blame, i);
    if (i->kind == INTERVAL_STATE ? !blame_is_delay(i) : i->begun_before || i->cut) {
        return;
    }
    switch (i->kind) {
    case INTERVAL_STATE:
        table_text(s->table, "wake");
        analysis_thread(s, i->thread);
        break;
    case INTERVAL_IRQ:
        table_text(s->table, "irq");
        analysis_irq(s, i->line);
        break;
    case INTERVAL_FUNCTION:
        table_text(s->table, "function");
        analysis_function(s, i->function);
        break;
    default:
        table_text(s->table, i->kind == INTERVAL_BLOCK ? "block" : "range");
        table_text(s->table, spoor_id(s->elf, i->id)->name);
        break;
    }
    analysis_time(s, i->from);
    analysis_us(s, i->to - i->from);
    if (i->no_net) {
        table_empty(s->table);
    } else {
        analysis_us(s, i->net);
    }
    table_number(s->table, i->cpu);
    put_context(s, i);
    if (i->kind == INTERVAL_STATE) {
        struct culprit culprit = blame_find(s, &all->blame, i);

        analysis_waker(s, i);
        blame_put(s, &culprit);
    } else {
        table_empty(s->table);
        table_empty(s->table);
    }
    table_end_row(s->table);
}

static void instances_end(struct stats *s)
{
    (void)s;
}

static const struct column instances_columns[] = {
    {"kind", COLUMN_TEXT, "block, range, function, irq, or wake: from a wake-up until the thread runs"},
    {"name", COLUMN_TEXT, "name of the block, range, function, interrupt or thread"},
    {"time_s", COLUMN_TIME, "when it began"},
    {"wall_us", COLUMN_US, "how long it took"},
    {"net_us", COLUMN_US, "how long without preemption, waits and interrupts; empty if unknown"},
    {"cpu", COLUMN_NUMBER, "the CPU on which it ended"},
    {"context", COLUMN_TEXT,
     "the thread or interrupt that it is part of; of an interrupt: the interrupted thread"},
    {"woken_by", COLUMN_TEXT, "of a wake-up: the thread or interrupt that caused it"},
    {"delayed_by", COLUMN_TEXT, "of a wake-up: what ran for most of it, as in `latency`"},
};

SPOOR_ANALYSIS(instances, "instances", "each visit of a block, call, interrupt and wake-up: when, how long",
               0, NO_METRIC, NO_PAGE, struct instances, instances_columns, .wants = WANTS_NAME,
               .interval = instances_interval, .end = instances_end);
