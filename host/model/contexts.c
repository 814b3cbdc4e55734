/* SPDX-License-Identifier: BSD-2-Clause */
/* The contexts, which are threads and interrupts, and their clocks, which only count while they run. */
#include <stdlib.h>
#include <base/vector.h>
#include "intervals_priv.h"

/* @return the context of a thread, created on first use. Its address never changes. */
struct context *intervals_thread(struct intervals *v, uint32_t thread)
{
    static _Thread_local struct context nobody;
    uint32_t index = hash_find_key(&v->thread_map, thread);

    if (index != HASH_NONE) {
        return v->contexts[index];
    }
    struct context *c = VECTOR_GROW(v->contexts, v->context_count) ? calloc(1, sizeof *c) : NULL;

    if (c == NULL || !hash_add(&v->thread_map, thread, (uint32_t)v->context_count)) {
        free(c);
        v->follow->failed = true;
        nobody = (struct context){.thread = thread};
        return &nobody;
    }
    c->thread = thread;
    v->contexts[v->context_count++] = c;
    return c;
}

/* @return the context that runs on a CPU, or NULL if unknown */
struct context *intervals_running(struct intervals *v, unsigned cpu)
{
    const struct follow_cpu *f = &v->follow->cpu[cpu];

    if (f->irq_depth > 0) {
        return &v->cpu[cpu].irq[f->irq_depth - 1];
    }
    if (!f->known) {
        return NULL;
    }
    struct context *last = v->cpu[cpu].thread;

    if (last == NULL || last->thread != f->thread) {
        last = v->cpu[cpu].thread = intervals_thread(v, f->thread);
    }
    return last;
}

void context_start(struct context *c, uint64_t time)
{
    if (c != NULL && !c->runs) {
        c->runs = true;
        c->since = time;
        if (c->marks == NULL) {
            c->marks = malloc(MARKS * sizeof *c->marks);
        }
        if (c->marks != NULL) {
            c->marks[c->mark_count++ % MARKS] = (struct mark){time, c->ran};
        }
    }
}

void context_stop(struct context *c, uint64_t time)
{
    if (c != NULL && c->runs) {
        c->ran += time > c->since ? time - c->since : 0;
        c->runs = false;
    }
}

uint64_t context_ran(const struct context *c, uint64_t time)
{
    return c->ran + (c->runs && time > c->since ? time - c->since : 0);
}

bool context_ran_at(const struct context *c, uint64_t time, uint64_t *ran)
{
    uint32_t first = c->mark_count > MARKS ? c->mark_count - MARKS : 0, low = first, high = c->mark_count;

    while (c->marks != NULL && low < high) { /* find the first mark after the time */
        uint32_t middle = low + (high - low) / 2;

        if (c->marks[middle % MARKS].time <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == first) {
        return false;
    }
    const struct mark *mark = &c->marks[(low - 1) % MARKS];
    uint64_t until = low < c->mark_count ? c->marks[low % MARKS].ran : context_ran(c, time);
    uint64_t into = time - mark->time;

    *ran = mark->ran + (into < until - mark->ran ? into : until - mark->ran);
    return true;
}
