/* SPDX-License-Identifier: BSD-2-Clause */
/* Follows the state of CPUs and threads. calls.c follows functions and stacks. */
#include <stdlib.h>
#include <string.h>
#include "follow_priv.h"

struct follow *follow_open(const struct spoor_elf *elf)
{
    struct follow *f = calloc(1, sizeof *f);

    if (f != NULL) {
        f->elf = elf;
    }
    return f;
}

void follow_close(struct follow *f)
{
    if (f == NULL) {
        return;
    }
    for (size_t i = 0; i < f->thread_count; i++) {
        free(f->threads[i].calls.function);
    }
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        for (unsigned n = 0; n < FOLLOW_NESTING; n++) {
            free(f->cpu[cpu].calls[n].function);
        }
        free(f->cpu[cpu].recent);
    }
    free(f->threads);
    hash_free(&f->thread_map);
    free(f);
}

/* ------------------------------------------------------------------ threads */

static void forget_threads(struct follow *f, uint64_t until)
{
    for (size_t i = 0; i < f->thread_count; i++) {
        struct follow_thread *t = &f->threads[i];

        t->state = FOLLOW_UNKNOWN;
        t->reason = SPOOR_WIRE_LEFT_READY;
        t->object = 0;
        t->calls.depth = 0;
    }
    if (until > f->unknown_until) {
        f->unknown_until = until;
    }
}

static bool is_off(const struct follow *f, enum spoor_wire_role role)
{
    return f->off >> role & 1;
}

/* @return whether a thread's records are excluded */
static bool hides(const struct follow *f, uint32_t number)
{
    const struct spoor_filter *filter = f->filter;

    if (f->changing) {
        return true;
    }
    if (filter == NULL || filter->threads == 0) {
        return false;
    }
    for (unsigned n = 0; n < filter->threads; n++) {
        if (filter->thread[n] == number) {
            return !filter->only;
        }
    }
    return filter->only;
}

/* @return whether all records that can end this state are recorded */
static bool is_observable(const struct follow *f, uint32_t number, enum follow_state state)
{
    return !hides(f, number) &&
           (f->filter == NULL || f->filter->cpus == 0 || state == FOLLOW_RUNS || state == FOLLOW_ENDED);
}

/* @return whether threads may be woken by records that are excluded */
static bool wakes_may_be_hidden(const struct follow *f)
{
    return is_off(f, SPOOR_WIRE_ROLE_WAKE) ||
           (f->filter != NULL && (f->filter->threads | f->filter->cpus) != 0);
}

/* Note a change of state. @return the thread */
static struct follow_thread *change(struct follow *f, const struct spoor_item *item, uint32_t number,
                                    enum follow_state to)
{
    struct follow_thread *t = follow_get(f, number);

    if (t->state == FOLLOW_WAITS && to == FOLLOW_RUNS && wakes_may_be_hidden(f)) {
        t->state = FOLLOW_UNKNOWN; /* it waited for a part of that time, and was ready for the rest */
    }
    if (f->changes < sizeof f->change / sizeof f->change[0]) {
        f->change[f->changes++] = (struct follow_change){*t, (uint8_t)to};
    }
    t->state = item->time >= f->unknown_until && is_observable(f, number, to) ? (uint8_t)to
                                                                              : (uint8_t)FOLLOW_UNKNOWN;
    t->since = item->time;
    t->told = t->woken = false;
    return t;
}

static enum follow_state state_after(uint32_t left)
{
    return left == SPOOR_WIRE_LEFT_UNKNOWN                                      ? FOLLOW_UNKNOWN
           : left == SPOOR_WIRE_LEFT_EXITED                                     ? FOLLOW_ENDED
           : left == SPOOR_WIRE_LEFT_PREEMPTED || left == SPOOR_WIRE_LEFT_YIELD ? FOLLOW_READY
                                                                                : FOLLOW_WAITS;
}

/* ------------------------------------------------------------------ roles */

/* @return whether interrupts can't be followed: without either enters or exits the other is useless */
static bool irqs_off(const struct follow *f)
{
    return f->changing || is_off(f, SPOOR_WIRE_ROLE_IRQ_ENTER) || is_off(f, SPOOR_WIRE_ROLE_IRQ_EXIT);
}

static void follow_switch(struct follow *f, const struct spoor_item *item, uint32_t left, uint32_t next)
{
    struct follow_cpu *cpu = &f->cpu[item->cpu];

    cpu->left = cpu->known ? cpu->thread : FOLLOW_NO_THREAD;
    cpu->left_at = item->time;
    if (is_off(f, SPOOR_WIRE_ROLE_SWITCH)) {
        return;
    }
    if (cpu->known) {
        struct follow_thread *out = change(f, item, cpu->thread, state_after(left));

        out->reason = (uint8_t)(out->state != FOLLOW_UNKNOWN ? left : SPOOR_WIRE_LEFT_READY);
        if (out->state != FOLLOW_WAITS) {
            out->object = 0;
        }
    }
    struct follow_thread *in = change(f, item, next, FOLLOW_RUNS);

    in->cpu = item->cpu;
    in->object = 0;
    cpu->known = !hides(f, next);
    cpu->thread = next;
}

static void follow_wake(struct follow *f, const struct spoor_item *item, uint32_t how, uint32_t number)
{
    struct follow_cpu *cpu = &f->cpu[item->cpu];

    if (!f->wakes_seen) { /* wake-ups may be recorded only from here on, and others may have been woken
                           * before */
        forget_threads(f, item->time);
        f->wakes_seen = true;
    }
    struct follow_thread *t = change(f, item, number, FOLLOW_READY);

    t->woken = true;
    t->how = (uint8_t)how;
    t->by_irq = cpu->irq_depth != 0;
    t->line = t->by_irq ? cpu->irq_line[cpu->irq_depth - 1] : 0;
    t->waker = cpu->known && !irqs_off(f) ? cpu->thread : FOLLOW_NO_THREAD;
}

static void follow_wait(struct follow *f, const struct spoor_item *item, uint32_t object)
{
    if (f->cpu[item->cpu].known) {
        follow_get(f, f->cpu[item->cpu].thread)->object = object;
    }
}

/* @return the value of the `n`-th field, or 0 if the event has fewer */
static uint32_t field(const struct spoor_item *item, const struct spoor_id *id, unsigned n)
{
    return n < id->field_count ? spoor_value(&id->fields[n], item->word) : 0;
}

/* The target reports the state of a thread when recording begins. */
static void follow_reported(struct follow *f, const struct spoor_item *item, const struct spoor_id *id)
{
    uint32_t left = field(item, id, 0), number = field(item, id, 1), cpu = field(item, id, 3);
    enum follow_state state = left == SPOOR_WIRE_LEFT_RUNS    ? FOLLOW_RUNS
                              : left == SPOOR_WIRE_LEFT_READY ? FOLLOW_READY
                                                              : state_after(left);
    struct follow_thread *t = change(f, item, number, state);

    t->told = true;
    /* The target reports states when it starts to record switches and wake-ups. */
    f->wakes_seen = !is_off(f, SPOOR_WIRE_ROLE_WAKE);
    t->reason = (uint8_t)left;
    t->object = field(item, id, 2);
    t->cpu = cpu < SPOOR_CPUS_MAX ? (uint8_t)cpu : 0;
    if (state == FOLLOW_RUNS && cpu < SPOOR_CPUS_MAX && !is_off(f, SPOOR_WIRE_ROLE_SWITCH)) {
        f->cpu[cpu].known = !hides(f, number);
        f->cpu[cpu].thread = number;
    }
}

/* The recording of switches and wake-ups starts or stops. */
static void follow_services(struct follow *f, const struct spoor_item *item, uint32_t running)
{
    bool records = running & 1;

    if (records && !f->unrecorded) {
        return; /* only other events were started or stopped */
    }
    f->unknown_until = records ? f->missing_until : 0;
    forget_threads(f, records ? item->time : UINT64_MAX);
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        f->cpu[cpu].known = false;
    }
    f->unrecorded = !records;
}

static void follow_irq(struct follow *f, const struct spoor_item *item, bool enters, uint32_t line)
{
    struct follow_cpu *cpu = &f->cpu[item->cpu];

    if (irqs_off(f)) {
        return;
    }
    if (enters && line < FOLLOW_LINES) {
        f->lines[line / 32] |= UINT32_C(1) << line % 32;
    }
    if (enters && cpu->irq_depth < FOLLOW_NESTING) {
        cpu->calls[cpu->irq_depth].depth = 0;
        cpu->irq_line[cpu->irq_depth++] = line;
    } else if (!enters && cpu->irq_depth > 0) {
        cpu->irq_depth--;
    }
}

/*
 * A function's record has its context. If interrupts are recorded, they are known already, except for their
 * number at the beginning of the recording.
 */
static void follow_function(struct follow *f, const struct spoor_item *item, const struct spoor_id *id)
{
    struct follow_cpu *cpu = &f->cpu[item->cpu];
    uint32_t level = spoor_value(&id->fields[1], item->word);

    cpu->known = true;
    cpu->thread = spoor_value(&id->fields[2], item->word);
    level = level < FOLLOW_NESTING ? level : FOLLOW_NESTING;
    while (cpu->irq_depth < level) {
        cpu->calls[cpu->irq_depth].depth = 0;
        cpu->irq_line[cpu->irq_depth++] = FOLLOW_NO_LINE;
    }
    cpu->irq_depth = level;
}

static void follow_role(struct follow *f, const struct spoor_item *item, const struct spoor_id *id)
{
    switch (id->role) {
    case SPOOR_WIRE_ROLE_SWITCH:
        follow_switch(f, item, field(item, id, 0), field(item, id, 1));
        break;
    case SPOOR_WIRE_ROLE_WAKE:
        follow_wake(f, item, field(item, id, 0), field(item, id, 1));
        break;
    case SPOOR_WIRE_ROLE_WAIT:
        follow_wait(f, item, field(item, id, 0));
        break;
    case SPOOR_WIRE_ROLE_IRQ_ENTER:
        follow_irq(f, item, true, field(item, id, 0));
        break;
    case SPOOR_WIRE_ROLE_IRQ_EXIT:
        follow_irq(f, item, false, 0);
        break;
    case SPOOR_WIRE_ROLE_STATE:
        follow_reported(f, item, id);
        break;
    case SPOOR_WIRE_ROLE_SERVICES:
        follow_services(f, item, field(item, id, 0));
        break;
    case SPOOR_WIRE_ROLE_THREAD_NEW:
        follow_get(f, field(item, id, 0))->state = FOLLOW_UNKNOWN; /* unknown until it is woken */
        follow_get(f, field(item, id, 0))->reason = SPOOR_WIRE_LEFT_READY;
        break;
    case SPOOR_WIRE_ROLE_PRIORITY:
        follow_get(f, field(item, id, 0))->prioritized = true;
        follow_get(f, field(item, id, 0))->priority = field(item, id, 1);
        break;
    case SPOOR_WIRE_ROLE_TICK_LATE: {
        /* Times since the tick before last may be too early: their order with other CPUs is unknown up to
         * here. */
        forget_threads(f, item->time);
        break;
    }
    default:
        break;
    }
}

/* ------------------------------------------------------------------ items */

/* Records of a CPU are missing up to `until`. They may include switches and wake-ups. */
static void follow_missing(struct follow *f, const struct spoor_item *item)
{
    struct follow_cpu *cpu = &f->cpu[item->cpu];

    cpu->known = false;
    cpu->irq_depth = 0;
    cpu->cut = true;
    f->missing_until = item->until > f->missing_until ? item->until : f->missing_until;
    forget_threads(f, item->until);
}

/* @return a bit for each role with a disabled event */
static uint64_t roles_off(const struct follow *f, const struct spoor_filter *filter)
{
    uint64_t roles = 0;

    for (unsigned id = SPOOR_WIRE_ID_FIRST; id < spoor_ids(f->elf); id++) {
        if (filter->off[id / 32] >> id % 32 & 1) {
            roles |= UINT64_C(1) << spoor_id(f->elf, (uint16_t)id)->role;
        }
    }
    return roles;
}

/* The filter changes: forget all states until they are seen again. */
static void follow_filter(struct follow *f, const struct spoor_item *item)
{
    f->filter = item->filter;
    f->changing = item->filter == NULL;
    f->off = item->filter != NULL ? roles_off(f, item->filter) : 0;
    f->wakes_seen = false;
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        f->cpu[cpu].known = false;
        f->cpu[cpu].irq_depth = 0;
    }
    forget_threads(f, item->time);
}

static void follow_begin(struct follow *f)
{
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        f->cpu[cpu].known = false;
        f->cpu[cpu].irq_depth = 0;
        f->cpu[cpu].recents = 0;
        f->cpu[cpu].cut = false;
    }
    for (size_t i = 0; i < f->thread_count; i++) {
        free(f->threads[i].calls.function);
    }
    f->thread_count = 0;
    hash_free(&f->thread_map);
    f->unrecorded = f->wakes_seen = f->changing = false;
    f->filter = NULL;
    f->off = 0;
    f->unknown_until = f->missing_until = 0;
}

void follow_item(struct follow *f, const struct spoor_item *item)
{
    f->changes = 0;
    switch (item->kind) {
    case SPOOR_RECORD: {
        const struct spoor_id *id = spoor_id(f->elf, item->id);

        if (id->role == SPOOR_WIRE_ROLE_ENTER || id->role == SPOOR_WIRE_ROLE_LEAVE) {
            follow_function(f, item, id);
        }
        follow_calls(f, item, id);
        if (id->role != SPOOR_WIRE_ROLE_NONE) {
            follow_role(f, item, id);
        }
        break;
    }
    case SPOOR_JOINED:
        if (item->count == 0) {
            break; /* no records precede it */
        }
        /* fall through */
    case SPOOR_GAP:
    case SPOOR_CLEARED:
    case SPOOR_MISSING:
        follow_missing(f, item);
        break;
    case SPOOR_FILTER:
        follow_filter(f, item);
        break;
    case SPOOR_ENDED: /* a thread may run on that CPU, or be woken from it */
        follow_missing(f, &(struct spoor_item){.cpu = item->cpu, .until = UINT64_MAX});
        break;
    case SPOOR_BEGIN:
        follow_begin(f);
        break;
    case SPOOR_THREAD: /* the reader has the priority */
        follow_get(f, item->thread)->prioritized = false;
        break;
    default:
        break;
    }
}
