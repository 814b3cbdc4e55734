/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * OTF2, for Vampir and otf2-print, written by its own library, because readers expect the index and the
 * definitions as the library writes them. Each CPU is a location with the threads and interrupts that run
 * on it. Each thread is a location with its calls, waits and delays. A block has a location for each context
 * that visits it. Messages between threads, and switches from one to the next, are messages of MPI, the only
 * ones drawn as arrows, each kind with a communicator; each location is therefore a rank.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "otf2_priv.h"

static void otf2_begin(struct trace_export *e)
{
    struct otf2 *o = e->to.state;

    o->first = UINT64_MAX;
    if (!otf2_open(o, e->to.path)) {
        e->to.error = o->error;
        return;
    }
    o->places = calloc(PLACES_MAX, sizeof *o->places);
    o->metrics = calloc(PLACES_MAX, sizeof *o->metrics);
    o->failed |= o->places == NULL || o->metrics == NULL;
}

/* ------------------------------------------------------------------ events */

/* Convert a time; times of a location must never decrease. */
static uint64_t time_in(struct trace_export *e, struct place *p, uint64_t cycles)
{
    struct otf2 *o = e->to.state;
    uint64_t ns = export_ns(e, cycles);

    ns = ns > p->last ? ns : p->last;
    p->last = ns;
    o->first = ns < o->first ? ns : o->first;
    o->last = ns > o->last ? ns : o->last;
    return ns;
}

static void enter(struct trace_export *e, struct place *p, uint64_t time, uint32_t region)
{
    struct otf2 *o = e->to.state;

    if (p != NULL && p->depth < STACK_MAX) {
        p->stack[p->depth++] = region;
        otf2_put(o, p, EVENT_ENTER, time_in(e, p, time), region, 0);
    }
}

/* Leave regions until the stack has a depth. */
static void leave_to(struct trace_export *e, struct place *p, uint64_t time, unsigned depth)
{
    struct otf2 *o = e->to.state;

    while (p != NULL && p->depth > depth) {
        otf2_put(o, p, EVENT_LEAVE, time_in(e, p, time), p->stack[--p->depth], 0);
    }
}

static struct place *cpu_place(struct trace_export *e, unsigned cpu)
{
    char name[32];

    snprintf(name, sizeof name, "CPU %u", cpu);
    return otf2_location(e, PLACE_CPU, cpu, name);
}

static struct place *thread_place(struct trace_export *e, uint32_t thread)
{
    return otf2_location(e, PLACE_THREAD, thread, export_thread(e, thread));
}

/* Enter the region of a thread's wait or delay, above its calls. */
static void set_state(struct trace_export *e, struct place *p, uint64_t time, uint32_t region)
{
    if (p == NULL) {
        return;
    }
    if (p->state != NONE && p->depth > 0 && p->stack[p->depth - 1] == p->state) {
        leave_to(e, p, time, p->depth - 1);
    }
    p->state = region;
    if (region != NONE) {
        enter(e, p, time, region);
    }
}

static uint32_t wait_region(struct trace_export *e, uint32_t thread, uint32_t reason)
{
    const struct follow_thread *t = follow_thread(intervals_follow(e->intervals), thread);
    const char *name = spoor_reason(e->elf, reason);
    char text[300];

    if (reason == SPOOR_WIRE_LEFT_PREEMPTED || reason == SPOOR_WIRE_LEFT_YIELD) {
        return otf2_region(e->to.state, "ready", OTF2_REGION_ROLE_ARTIFICIAL);
    }
    if (reason == SPOOR_WIRE_LEFT_UNKNOWN) {
        return otf2_region(e->to.state, "unknown", OTF2_REGION_ROLE_ARTIFICIAL);
    }
    snprintf(text, sizeof text, "waits: %.40s%s%.200s", name != NULL ? name : "?",
             t != NULL && t->object != 0 ? " " : "",
             t != NULL && t->object != 0 ? export_object(e, t->object) : "");
    return otf2_region(e->to.state, text, OTF2_REGION_ROLE_ARTIFICIAL);
}

/* Write a switch as a message from the outgoing to the incoming thread. */
static void put_handover(struct trace_export *e, struct place *from, struct place *to, uint64_t cycles)
{
    struct otf2 *o = e->to.state;

    if (from != NULL && to != NULL) {
        otf2_put(o, from, EVENT_SWITCH_FROM, time_in(e, from, cycles), (uint64_t)(to - o->places), 0);
        otf2_put(o, to, EVENT_SWITCH_TO, time_in(e, to, cycles), (uint64_t)(from - o->places), 0);
    }
}

static void put_switch(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id,
                       const struct linux_event *l)
{
    struct place *cpu = cpu_place(e, item->cpu);

    struct place *next = thread_place(e, l->other);

    leave_to(e, cpu, item->time, 0);
    enter(e, cpu, item->time, otf2_region(e->to.state, export_thread(e, l->other), OTF2_REGION_ROLE_TASK));
    if (l->known && l->thread != l->other) {
        put_handover(e, thread_place(e, l->thread), next, item->time);
    }
    if (l->known && l->state == LINUX_DEAD) {
        leave_to(e, thread_place(e, l->thread), item->time, 0);
    } else if (l->known) {
        set_state(e, thread_place(e, l->thread), item->time,
                  wait_region(e, l->thread, spoor_value(&id->fields[0], item->word)));
    }
    set_state(e, next, item->time, NONE);
}

static void put_linux(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id,
                      const struct linux_event *l)
{
    struct otf2 *o = e->to.state;
    struct place *p = cpu_place(e, item->cpu);

    switch (l->kind) {
    case LINUX_SWITCH:
        put_switch(e, item, id, l);
        break;
    case LINUX_WAKING:
        p = thread_place(e, l->other);
        if (p != NULL && p->state != NONE) {
            set_state(e, p, item->time, otf2_region(o, "ready", OTF2_REGION_ROLE_ARTIFICIAL));
        }
        break;
    case LINUX_IRQ_ENTRY:
        enter(e, p, item->time, otf2_region(o, export_irq(e, l->line), OTF2_REGION_ROLE_FUNCTION));
        break;
    default:
        if (p != NULL && p->depth > 0 &&
            o->regions[p->stack[p->depth - 1]].role == OTF2_REGION_ROLE_FUNCTION) {
            leave_to(e, p, item->time, p->depth - 1);
        }
        break;
    }
}

/* Write a message between the running thread and another. */
static void put_message(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id,
                        uint32_t thread)
{
    struct otf2 *o = e->to.state;
    uint32_t other = spoor_value(&id->fields[0], item->word);
    struct place *p = thread_place(e, thread), *q = thread_place(e, other);

    if (p == NULL || q == NULL) {
        return;
    }
    uint64_t time = time_in(e, p, item->time);

    if (id->role == SPOOR_WIRE_ROLE_RECEIVED) {
        otf2_received(o, q, p, time);
    } else {
        otf2_sent(o, p, q, time);
    }
}

static void put_counter(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct otf2 *o = e->to.state;
    struct place *p = cpu_place(e, item->cpu);
    uint32_t n = hash_find_key(&o->by_id, item->id);

    if (n == HASH_NONE && !o->failed) {
        n = o->metric_count;
        o->failed |= n == PLACES_MAX || !hash_add(&o->by_id, item->id, n);
        if (!o->failed) {
            o->metrics[o->metric_count++] = otf2_string(o, id->name);
        }
    }
    if (p != NULL && !o->failed) {
        otf2_put(o, p, EVENT_METRIC, time_in(e, p, item->time), n, (uint64_t)(int64_t)(int32_t)item->word[0]);
    }
}

static void put_call(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id,
                     const struct linux_event *l)
{
    struct otf2 *o = e->to.state;
    struct place *p = l->in_irq ? cpu_place(e, item->cpu) : l->known ? thread_place(e, l->thread) : NULL;

    if (id->class == SPOOR_ENTER) {
        uint32_t region = otf2_region(o, export_function(e, item->word[0]), OTF2_REGION_ROLE_CODE);

        o->regions[region].file = item->word[0] & ~UINT32_C(1); /* its source is looked up at the end */
        enter(e, p, item->time, region);
    } else if (p != NULL && p->depth > 0 &&
               o->regions[p->stack[p->depth - 1]].role == OTF2_REGION_ROLE_CODE) {
        leave_to(e, p, item->time, p->depth - 1);
    }
}

/* End all open regions: nothing is drawn across a loss. */
static void put_loss(struct trace_export *e, const struct spoor_item *item)
{
    struct otf2 *o = e->to.state;
    struct place *p = cpu_place(e, item->cpu);

    for (uint32_t n = 0; n < o->place_count && o->places[n].kind != PLACE_BLOCK; n++) {
        leave_to(e, &o->places[n], item->time, 0);
        o->places[n].state = NONE;
    }
    otf2_forget_messages(o);
    if (p != NULL) {
        uint64_t from = time_in(e, p, item->time), until = time_in(e, p, item->until);

        otf2_put(o, p, EVENT_LOSS, from, until, 0);
    }
}

static void otf2_item(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct otf2 *o = e->to.state;

    if (o->archive == NULL || o->failed) {
        return;
    }
    if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING || item->kind == SPOOR_CLEARED) {
        put_loss(e, item);
    }
    if (item->kind != SPOOR_RECORD) {
        return;
    }
    struct linux_event l = export_linux(e, item, id);

    if (l.kind != LINUX_NONE) {
        put_linux(e, item, id, &l);
    } else if (id->class == SPOOR_ENTER || id->class == SPOOR_LEAVE) {
        put_call(e, item, id, &l);
    } else if (id->class == SPOOR_COUNTER) {
        put_counter(e, item, id);
    } else if ((id->role == SPOOR_WIRE_ROLE_SENT || id->role == SPOOR_WIRE_ROLE_RECEIVED) && l.known &&
               !l.in_irq) {
        put_message(e, item, id, l.thread);
    }
}

static void otf2_interval(struct trace_export *e, const struct interval *i)
{
    struct otf2 *o = e->to.state;
    char name[400];

    if (o->archive == NULL || o->failed || (i->kind != INTERVAL_BLOCK && i->kind != INTERVAL_RANGE)) {
        return;
    }
    const char *block = spoor_id(e->elf, i->id)->name;

    snprintf(name, sizeof name, "%.180s (%.180s)", block,
             i->in_irq ? export_irq(e, i->line) : export_thread(e, i->thread));
    struct place *p = otf2_location(
        e, PLACE_BLOCK, (uint64_t)i->id << 40 | (uint64_t)i->in_irq << 39 | (i->in_irq ? i->line : i->thread),
        name);

    enter(e, p, i->from, otf2_region(o, block, OTF2_REGION_ROLE_CODE));
    leave_to(e, p, i->to, 0);
}

/* ------------------------------------------------------------------ the end */

static void otf2_end(struct trace_export *e)
{
    struct otf2 *o = e->to.state;
    uint64_t *events = calloc(PLACES_MAX, sizeof *events);

    if (o->archive == NULL || events == NULL) {
        free(events);
        return;
    }
    for (uint32_t n = 0; n < o->place_count; n++) {
        leave_to(e, &o->places[n], e->end, 0);
        otf2_write_place(o, n, &events[n]);
    }
    if (o->place_count == 0) {
        e->to.refusal = "no switches, interrupts, calls or blocks, which this format shows";
    } else {
        otf2_define(e, events);
    }
    otf2_close(o);
    if (o->failed && e->to.error == 0) {
        e->to.error = o->error != 0 ? o->error : EIO;
    }
    uint64_t unmatched = otf2_unmatched(o);

    if (unmatched != 0) {
        snprintf(e->to.remark, sizeof e->to.remark,
                 "%" PRIu64 " message%s left out: %s other end isn't in the recording", unmatched,
                 unmatched == 1 ? "" : "s", unmatched == 1 ? "its" : "their");
    }
    free(events);
}

static void otf2_free(struct trace_export *e)
{
    struct otf2 *o = e->to.state;

    otf2_close(o);
    for (uint32_t n = 0; n < o->place_count; n++) {
        free(o->places[n].pieces);
    }
    if (o->spool != NULL) {
        fclose(o->spool);
    }
    for (uint32_t n = 0; n < o->string_count; n++) {
        free(o->strings[n]);
    }
    free(o->strings);
    free(o->regions);
    free(o->places);
    free(o->metrics);
    free(o->open);
    free(o->is_received);
    hash_free(&o->by_key);
    hash_free(&o->by_string);
    hash_free(&o->by_region);
    hash_free(&o->by_id);
    hash_free(&o->by_pair);
}

static const struct trace_exporter otf2_exporter = {
    .format = {"otf2", "OTF2's folder, for Vampir: CPUs, threads, blocks, messages, counters", EXPORT_FOLDER},
    .state_bytes = sizeof(struct otf2),
    .begin = otf2_begin,
    .item = otf2_item,
    .interval = otf2_interval,
    .end = otf2_end,
    .free = otf2_free,
};
SPOOR_TRACE_EXPORTER(otf2);
