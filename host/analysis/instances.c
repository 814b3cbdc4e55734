/* SPDX-License-Identifier: BSD-2-Clause */
/* instances: each of what blocks, functions, irq, latency and response sum up. */
#include <analysis/activations.h>
#include <analysis/blame.h>

struct instances {
    struct blame blame;
    struct activations activations;
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
    activations_interval(s, &all->activations, i);
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
    table_empty(s->table);
    table_empty(s->table);
    table_end_row(s->table);
}

static void put_activation(struct stats *s, uint32_t thread, const struct activation *a)
{
    if (!a->followed) {
        return; /* without the thread's states nobody knows when it was done */
    }
    table_text(s->table, "activation");
    analysis_thread(s, thread);
    analysis_time(s, a->release);
    analysis_us(s, a->end - a->release);
    analysis_us(s, a->run);
    table_empty(s->table);
    analysis_thread(s, thread);
    table_empty(s->table);
    table_empty(s->table);
    if (a->deadline != 0) {
        analysis_us(s, a->deadline);
        table_number(s->table, activation_is_missed(a));
    } else {
        table_empty(s->table);
        table_empty(s->table);
    }
    table_end_row(s->table);
}

static void instances_early(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    activations_early(s, &((struct instances *)s->state)->activations, item, id);
}

static void instances_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    activations_item(s, &((struct instances *)s->state)->activations, item, id, put_activation);
}

static void instances_end(struct stats *s)
{
    (void)s;
}

static void instances_free(struct stats *s)
{
    activations_free(&((struct instances *)s->state)->activations);
}

static const struct column instances_columns[] = {
    {"kind", COLUMN_TEXT,
     "block, range, function, irq; wake: from a wake-up until the thread runs; or activation: of a periodic "
     "thread, from its release until the work was done"},
    {"name", COLUMN_TEXT, "name of the block, range, function, interrupt or thread"},
    {"time_s", COLUMN_TIME, "when it began"},
    {"wall_us", COLUMN_US, "how long it took"},
    {"net_us", COLUMN_US, "how long without preemption, waits and interrupts; empty if unknown"},
    {"cpu", COLUMN_NUMBER, "the CPU on which it ended; empty for activations"},
    {"context", COLUMN_TEXT,
     "the thread or interrupt that it is part of; of an interrupt: the interrupted thread"},
    {"woken_by", COLUMN_TEXT, "of a wake-up: the thread or interrupt that caused it"},
    {"delayed_by", COLUMN_TEXT, "of a wake-up: what ran for most of it, as in `latency`"},
    {"deadline_us", COLUMN_US, "of an activation: time from its release, as declared, or --deadline"},
    {"missed", COLUMN_NUMBER, "of an activation with a deadline: 1 if it was done after it, or 0"},
};

SPOOR_ANALYSIS(instances, "instances",
               "each visit of a block, call, interrupt, wake-up and activation: when, how long", 0, NO_METRIC,
               NO_PAGE, struct instances, instances_columns, .wants = WANTS_NAME,
               .interval = instances_interval, .early = instances_early, .takes = activations_takes,
               .item = instances_item, .end = instances_end, .free = instances_free);
