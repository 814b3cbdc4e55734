/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes intervals from the states of threads and interrupts. spans.c adds calls and ranges, contexts.c has
 * the clocks. */
#include <stdlib.h>
#include <string.h>
#include "intervals_priv.h"

struct intervals *intervals_open(const struct spoor_elf *elf,
                                 void (*take)(void *arg, const struct interval *), void *arg)
{
    struct intervals *v = calloc(1, sizeof *v);

    if (v != NULL) {
        v->elf = elf;
        v->take = take;
        v->arg = arg;
        v->follow = follow_open(elf);
    }
    if (v != NULL && v->follow == NULL) {
        free(v);
        v = NULL;
    }
    return v;
}

void intervals_close(struct intervals *v)
{
    if (v == NULL) {
        return;
    }
    follow_close(v->follow);
    for (size_t i = 0; i < v->context_count; i++) {
        free(v->contexts[i]->calls);
        free(v->contexts[i]->functions);
        free(v->contexts[i]->marks);
        free(v->contexts[i]);
    }
    free(v->contexts);
    hash_free(&v->thread_map);
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        for (unsigned n = 0; n < FOLLOW_NESTING; n++) {
            free(v->cpu[cpu].irq[n].calls);
            free(v->cpu[cpu].irq[n].functions);
            free(v->cpu[cpu].irq[n].marks);
        }
    }
    free(v);
}

const struct follow *intervals_follow(const struct intervals *v)
{
    return v->follow;
}

uint64_t intervals_run(const struct intervals *v, uint32_t thread, uint64_t time)
{
    uint32_t index = hash_find_key(&v->thread_map, thread);

    return index != HASH_NONE ? context_ran(v->contexts[index], time) : 0;
}

/* ------------------------------------------------------------------ states of threads */

/* @return the interval of the state that a thread had until `to` */
static struct interval state_until(struct intervals *v, const struct follow_thread *was, uint64_t to)
{
    struct context *c = intervals_thread(v, was->number);
    uint64_t from = was->since > v->clip ? was->since : v->clip;
    uint64_t net = to > from ? to - from : 0;

    if (was->state == FOLLOW_RUNS) {
        uint64_t ran = context_ran(c, to) - c->mark;

        net = ran < net ? ran : net;
    }
    return (struct interval){
        .kind = INTERVAL_STATE,
        .from = from,
        .to = to,
        .net = net,
        .self = net,
        .thread = was->number,
        .cpu = was->cpu,
        .begun_before = was->told || was->since < v->clip,
        .state = was->state,
        .reason = was->reason,
        .object = was->object,
    };
}

static void give_state(struct intervals *v, const struct follow_thread *was, uint64_t to, bool cut)
{
    if (was->state == FOLLOW_UNKNOWN || was->state == FOLLOW_ENDED || to < was->since || to < v->clip) {
        return;
    }
    struct interval i = state_until(v, was, to);

    i.cut = cut;
    i.woken = was->state == FOLLOW_READY && was->woken;
    if (i.woken) {
        i.how = was->how;
        i.by_irq = was->by_irq;
        i.waker = was->waker;
        i.waker_line = was->line;
    }
    v->take(v->arg, &i);
}

/* Report a wait whose wake-up was just followed. */
static void give_wait(struct intervals *v, const struct follow_thread *was, const struct follow_thread *now,
                      uint64_t to)
{
    if (to < was->since || to < v->clip) {
        return;
    }
    struct interval i = state_until(v, was, to);

    i.woken = true;
    i.how = now->how;
    i.by_irq = now->by_irq;
    i.waker = now->waker;
    i.waker_line = now->line;
    v->take(v->arg, &i);
}

static void give_changes(struct intervals *v, const struct spoor_item *item)
{
    for (unsigned n = 0; n < v->follow->changes; n++) {
        const struct follow_change *c = &v->follow->change[n];
        const struct follow_thread *now = follow_thread(v->follow, c->was.number);

        if (c->was.state == FOLLOW_WAITS && c->to == FOLLOW_READY && now != NULL) {
            give_wait(v, &c->was, now, item->time);
        } else {
            give_state(v, &c->was, item->time, false);
        }
        if (c->to == FOLLOW_RUNS) {
            struct context *in = intervals_thread(v, c->was.number);

            in->mark = context_ran(in, item->time);
        }
    }
}

/* ------------------------------------------------------------------ interrupts */

static void irq_entered(struct intervals *v, const struct spoor_item *item, unsigned depth)
{
    struct context *c = &v->cpu[item->cpu].irq[depth - 1];

    c->thread = v->follow->cpu[item->cpu].known ? v->follow->cpu[item->cpu].thread : FOLLOW_NO_THREAD;
    c->line = v->follow->cpu[item->cpu].irq_line[depth - 1];
    c->is_irq = true;
    c->ran = 0;
    c->runs = false;
    c->depth = 0;
    c->mark_count = 0;
    v->cpu[item->cpu].entered[depth - 1] = item->time;
}

static void irq_left(struct intervals *v, const struct spoor_item *item, unsigned depth)
{
    struct context *c = &v->cpu[item->cpu].irq[depth - 1];
    uint64_t entered = v->cpu[item->cpu].entered[depth - 1], self = context_ran(c, item->time);
    uint64_t from = entered > v->clip ? entered : v->clip;
    struct interval i = {
        .kind = INTERVAL_IRQ,
        .from = from,
        .to = item->time,
        .net = self,
        .self = self,
        .thread = c->thread,
        .line = c->line,
        .cpu = item->cpu,
        .begun_before = entered < v->clip,
        .depth = depth - 1,
    };

    intervals_end_calls(v, c, item->cpu, item->time, false);
    v->take(v->arg, &i);
}

/* ------------------------------------------------------------------ losses and ends */

/* Cut all open intervals, at a loss or at the end. */
static void cut(struct intervals *v, uint64_t time)
{
    for (size_t i = 0; i < v->follow->thread_count; i++) {
        give_state(v, &v->follow->threads[i], time, true);
    }
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        for (unsigned n = v->follow->cpu[cpu].irq_depth; n-- > 0;) {
            intervals_end_calls(v, &v->cpu[cpu].irq[n], cpu, time, true);
        }
    }
    for (size_t i = 0; i < v->context_count; i++) {
        const struct follow_thread *t = follow_thread(v->follow, v->contexts[i]->thread);

        intervals_end_calls(v, v->contexts[i], t != NULL ? t->cpu : 0, time, true);
        context_stop(v->contexts[i], time);
    }
    v->range_count = 0;
}

static void lose(struct intervals *v, const struct spoor_item *item)
{
    cut(v, item->time);
    follow_item(v->follow, item);
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        context_start(intervals_running(v, cpu), item->until);
    }
}

/* What is known changes: intervals can't be followed across this item. */
static void turn(struct intervals *v, const struct spoor_item *item)
{
    cut(v, v->now);
    follow_item(v->follow, item);
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        context_start(intervals_running(v, cpu), v->now);
    }
}

static void clip_context(struct context *c, uint64_t time)
{
    c->ran = c->mark = 0;
    c->since = time;
    c->mark_count = 0;
    bool runs = c->runs;

    c->runs = false;
    context_start(c, time); /* its clock is known from here on, even if it doesn't run */
    if (!runs) {
        context_stop(c, time);
    }
    for (unsigned n = 0; n < c->depth; n++) {
        c->calls[n].ran = c->calls[n].children = 0;
    }
}

void intervals_clip(struct intervals *v, uint64_t time)
{
    v->clip = v->now = time;
    for (size_t i = 0; i < v->context_count; i++) {
        clip_context(v->contexts[i], time);
    }
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        for (unsigned n = 0; n < FOLLOW_NESTING; n++) {
            clip_context(&v->cpu[cpu].irq[n], time);
        }
    }
}

void intervals_reach(struct intervals *v, uint64_t time)
{
    v->now = time > v->now ? time : v->now;
}

void intervals_end(struct intervals *v)
{
    cut(v, v->now);
}

/* ------------------------------------------------------------------ items */

static void take_record(struct intervals *v, const struct spoor_item *item)
{
    const struct spoor_id *id = spoor_id(v->elf, item->id);
    unsigned depth = v->follow->cpu[item->cpu].irq_depth;
    bool function = id->role == SPOOR_WIRE_ROLE_ENTER || id->role == SPOOR_WIRE_ROLE_LEAVE;
    bool switches = id->role != SPOOR_WIRE_ROLE_NONE;
    struct context *before = switches ? intervals_running(v, item->cpu) : NULL;

    if (id->role == SPOOR_WIRE_ROLE_IRQ_EXIT && depth > 0) {
        irq_left(v, item, depth);
    }
    if (id->role == SPOOR_WIRE_ROLE_SERVICES && !v->follow->unrecorded &&
        (spoor_value(&id->fields[0], item->word) & 1) == 0) {
        cut(v, item->time); /* switches are no longer recorded */
    }
    follow_item(v->follow, item);
    give_changes(v, item);
    if (id->role == SPOOR_WIRE_ROLE_IRQ_ENTER && v->follow->cpu[item->cpu].irq_depth > depth) {
        irq_entered(v, item, depth + 1);
    }
    for (unsigned n = depth; function && n < v->follow->cpu[item->cpu].irq_depth; n++) {
        irq_entered(v, item, n + 1);
    }
    if (switches) {
        struct context *after = intervals_running(v, item->cpu);

        if (after != before &&
            !function) { /* when a function was preempted is unknown: its time is wall time */
            context_stop(before, item->time);
        }
        context_start(after, item->time);
    }
    if (id->role == SPOOR_WIRE_ROLE_STATE) { /* one CPU reports what runs on the others */
        for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
            context_start(intervals_running(v, cpu), item->time);
        }
    }
    intervals_span(v, item, id);
}

void intervals_item(struct intervals *v, const struct spoor_item *item)
{
    switch (item->kind) {
    case SPOOR_RECORD:
        v->now = item->time;
        take_record(v, item);
        break;
    case SPOOR_GAP:
    case SPOOR_CLEARED:
    case SPOOR_MISSING:
        v->now = item->until > v->now ? item->until : v->now;
        lose(v, item);
        break;
    case SPOOR_JOINED:
        if (item->count != 0) {
            lose(v, item);
        }
        break;
    case SPOOR_FILTER:
    case SPOOR_ENDED:
        v->now = item->time > v->now ? item->time : v->now;
        turn(v, item);
        break;
    case SPOOR_BEGIN:
        intervals_end(v);
        v->now = item->time;
        v->clip = 0;
        for (size_t i = 0; i < v->context_count; i++) {
            v->contexts[i]->ran = 0;
            v->contexts[i]->mark_count = 0;
        }
        follow_item(v->follow, item);
        break;
    default:
        follow_item(v->follow, item);
        break;
    }
}
