/* SPDX-License-Identifier: BSD-2-Clause */
#include <analysis/blame.h>

/* Text in place of a culprit. The report's script uses the same. */
#define NOBODY "no CPU ran it"

void blame_note(struct blame *b, const struct interval *i)
{
    if (i->kind == INTERVAL_IRQ || (i->kind == INTERVAL_STATE && i->state == FOLLOW_RUNS)) {
        uint32_t n = b->cpu[i->cpu].count++ % BLAME_RECENT;

        b->cpu[i->cpu].recent[n] = (struct blame_run){
            i->from, i->to, i->net, i->kind == INTERVAL_IRQ ? i->line : i->thread, i->kind == INTERVAL_IRQ,
            i->depth};
    }
}

bool blame_is_delay(const struct interval *i)
{
    return i->kind == INTERVAL_STATE && i->state == FOLLOW_READY && i->woken && !i->begun_before && !i->cut;
}

/* The runs that a delay overlaps, the last first: older runs ended earlier. */
struct during {
    const struct blame_run *recent;
    uint32_t count, n;
    const struct interval *delay;
};

static const struct blame_run *nth(const struct during *d, uint32_t n)
{
    return &d->recent[(d->count - 1 - n) % BLAME_RECENT];
}

static struct during find_runs(const struct blame *b, unsigned cpu, const struct interval *delay)
{
    uint32_t count = b->cpu[cpu].count, most = count < BLAME_RECENT ? count : BLAME_RECENT;
    struct during d = {b->cpu[cpu].recent, count, 0, delay};

    while (d.n < most && nth(&d, d.n)->to > delay->from) {
        d.n++;
    }
    return d;
}

static uint64_t common(const struct blame_run *r, uint64_t from, uint64_t to)
{
    from = r->from > from ? r->from : from;
    to = r->to < to ? r->to : to;
    return to > from ? to - from : 0;
}

/* @return the cycles of a delay in which a thread or interrupt ran, without nested interrupts */
static uint64_t overlap(const struct during *d, const struct blame_run *r)
{
    uint64_t from = r->from > d->delay->from ? r->from : d->delay->from,
             to = r->to < d->delay->to ? r->to : d->delay->to, part = to > from ? to - from : 0,
             interrupted = 0;
    unsigned depth = r->irq ? r->depth + 1 : 0;

    for (uint32_t k = 0; k < d->n; k++) {
        const struct blame_run *q = nth(d, k);

        interrupted += q->irq && q->depth == depth ? common(q, from, to) : 0;
    }
    part -= interrupted < part ? interrupted : part;
    return part < r->net ? part : r->net;
}

/* Order of equal times: interrupts before threads, then by number. */
static bool is_first(const struct culprit *c, const struct blame_run *r)
{
    return r->irq != c->irq ? r->irq : r->number < c->number;
}

struct culprit blame_find(const struct stats *s, const struct blame *b, const struct interval *delay)
{
    const struct follow_thread *t = follow_thread(intervals_follow(s->intervals), delay->thread);
    struct during d = find_runs(b, t != NULL ? t->cpu : delay->cpu, delay);
    struct culprit c = {.known = false};
    uint64_t known = 0;

    for (uint32_t n = 0; n < d.n; n++) {
        const struct blame_run *of = nth(&d, n);
        uint64_t part = overlap(&d, of), sum = 0;

        known += part;
        for (uint32_t k = 0; part != 0 && k < d.n; k++) {
            const struct blame_run *r = nth(&d, k);

            sum += r->number == of->number && r->irq == of->irq ? overlap(&d, r) : 0;
        }
        if (sum > c.ran || (c.known && sum == c.ran && is_first(&c, of))) {
            c = (struct culprit){.known = true, .irq = of->irq, .number = of->number, .ran = sum};
        }
    }
    c.idle = !c.irq && spoor_is_idle(s->reader, c.number);
    c.known &= delay->net - known <= c.ran;
    return c;
}

void blame_put(struct stats *s, const struct culprit *c)
{
    if (!c->known) {
        table_empty(s->table);
    } else if (c->idle) {
        table_text(s->table, NOBODY);
    } else if (c->irq) {
        analysis_irq(s, c->number);
    } else {
        analysis_thread(s, c->number);
    }
}
