/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The visits longer than a wrap, of the few blocks that have any. A block takes an entry with its first one and
 * keeps it until it is reset. Two contexts that come here together may take two, so readers add up.
 */
#include <stddef.h>
#include <string.h>
#include "long_priv.h"

#if CONFIG_TRACE_LONG_BLOCKS

static struct entry {
    struct trace_long of;
    uint32_t resets; /**< how often it was freed: a visit in progress looks */
} entries[CONFIG_TRACE_LONG_BLOCKS];

static struct trace_lock entries_lock;
bool trace_longs_exist;

#define ENTRIES_END (entries + CONFIG_TRACE_LONG_BLOCKS)

static struct entry *entry_of(struct trace_block *b)
{
    for (struct entry *e = entries; e < ENTRIES_END; e++) {
        if (e->of.block == b) {
            return e;
        }
    }
    return NULL;
}

static struct entry *take_entry(struct trace_block *b)
{
    struct entry *e = entry_of(b);

    while (e == NULL && (e = entry_of(NULL)) != NULL) {
        uint32_t state = trace_lock(&entries_lock);

        if (e->of.block == NULL) {
            e->of.block = b;
            trace_longs_exist = true;
        } else if (e->of.block != b) {
            e = NULL; /* another block's by now: look again */
        }
        trace_unlock(&entries_lock, state);
    }
    return e;
}

static void add_sums(struct trace_long *l, const struct trace_long_visit *v)
{
    l->count++;
    l->after = l->block->count;
    l->last_cycles = v->wall_cycles;
    l->sum_cycles += v->wall_cycles;
}

static void add_extremes(struct trace_long *l, const struct trace_long_visit *v)
{
    if (v->wall_cycles < l->min_cycles || l->min_cycles == 0) { /* 0: there is none yet */
        l->min_cycles = v->wall_cycles;
    }
    if (v->wall_cycles > l->max_cycles) {
        l->max_cycles = v->wall_cycles;
    }
}

static void add_net(struct trace_long *l, const struct trace_long_visit *v)
{
    if (v->net_cycles < l->min_net_cycles || l->net_sum_cycles == 0) {
        l->min_net_cycles = v->net_cycles;
    }
    if (v->net_cycles > l->max_net_cycles) {
        l->max_net_cycles = v->net_cycles;
    }
    l->last_net_cycles = v->net_cycles;
    l->net_sum_cycles += v->net_cycles;
    l->children_sum_cycles += v->children_cycles;
}

static void count_too_long(struct trace_long *l, const struct trace_long_visit *v)
{
    (void)v;
    l->too_long++;
}

/* Each step is short, since interrupts are masked. After a reset in between, the rest is dropped. */
static void add(struct entry *e, const struct trace_long_visit *v,
                void (*const steps[])(struct trace_long *l, const struct trace_long_visit *v))
{
    uint32_t resets = __atomic_load_n(&e->resets, __ATOMIC_RELAXED);

    for (; *steps != NULL; steps++) {
        uint32_t state = trace_lock(&entries_lock);

        if (e->resets == resets) {
            (*steps)(&e->of, v);
        }
        trace_unlock(&entries_lock, state);
    }
}

void trace_long_add(struct trace_block *b, const struct trace_long_visit *v)
{
    static void (*const measured[])(struct trace_long *, const struct trace_long_visit *) = {
        add_sums, add_extremes, add_net, NULL};
    static void (*const unmeasured[])(struct trace_long *, const struct trace_long_visit *) = {
        count_too_long, NULL};
    struct entry *e = take_entry(b);

    if (e == NULL) {
        hal_atomic_add(&trace_blocks_unkept, 1);
    } else {
        add(e, v, v != NULL ? measured : unmeasured);
    }
}

static void merge(struct trace_long *to, const struct trace_long *l)
{
    if (l->count != 0) {
        if (to->count == 0 || l->after > to->after) {
            to->after = l->after;
            to->last_cycles = l->last_cycles;
            to->last_net_cycles = l->last_net_cycles;
        }
        if (to->count == 0 || l->min_cycles < to->min_cycles) {
            to->min_cycles = l->min_cycles;
        }
        if (to->count == 0 || l->min_net_cycles < to->min_net_cycles) {
            to->min_net_cycles = l->min_net_cycles;
        }
        to->max_cycles = l->max_cycles > to->max_cycles ? l->max_cycles : to->max_cycles;
        to->max_net_cycles = l->max_net_cycles > to->max_net_cycles ? l->max_net_cycles : to->max_net_cycles;
    }
    to->count += l->count;
    to->too_long += l->too_long;
    to->sum_cycles += l->sum_cycles;
    to->net_sum_cycles += l->net_sum_cycles;
    to->children_sum_cycles += l->children_sum_cycles;
}

bool trace_long_get(const struct trace_block *b, struct trace_long *copy)
{
    *copy = (struct trace_long){0};
    for (struct entry *e = entries; e < ENTRIES_END; e++) {
        if (__atomic_load_n(&e->of.block, __ATOMIC_RELAXED) == b) {
            struct trace_long l;
            uint32_t state = trace_lock(&entries_lock);

            memcpy(&l, &e->of, sizeof l);
            trace_unlock(&entries_lock, state);
            if (l.block == b) {
                merge(copy, &l);
            }
        }
    }
    return copy->count != 0 || copy->too_long != 0;
}

void trace_long_reset(struct trace_block *b)
{
    for (struct entry *e = entries; e < ENTRIES_END; e++) {
        if (__atomic_load_n(&e->of.block, __ATOMIC_RELAXED) == b) {
            uint32_t state = trace_lock(&entries_lock);

            e->of = (struct trace_long){0};
            e->resets++;
            trace_unlock(&entries_lock, state);
        }
    }
}

#else

bool trace_longs_exist;

void trace_long_add(struct trace_block *b, const struct trace_long_visit *v)
{
    (void)b;
    (void)v;
    hal_atomic_add(&trace_blocks_unkept, 1);
}

bool trace_long_get(const struct trace_block *b, struct trace_long *copy)
{
    (void)b;
    *copy = (struct trace_long){0};
    return false;
}

void trace_long_reset(struct trace_block *b)
{
    (void)b;
}

#endif

uint32_t trace_blocks_unkept;

__attribute__((noinline)) void trace_long_tell(struct trace_block *b, struct trace_visited *seen,
                                               const struct trace_long_visit *v)
{
    struct trace_visited_long longer = {seen->wall_cycles, seen->min_cycles, seen->max_cycles};
    struct trace_long l;

    if (v != NULL) {
        longer.wall_cycles = v->wall_cycles;
        seen->wall_cycles = UINT32_MAX;
        seen->net_cycles = v->net_cycles;
    }
    if (trace_long_get(b, &l) && l.count != 0) {
        longer.min_cycles = seen->count != 0 && seen->min_cycles < l.min_cycles ? seen->min_cycles : l.min_cycles;
        longer.max_cycles = l.max_cycles;
        seen->count += l.count;
        seen->sum_cycles += l.sum_cycles;
    }
    seen->longer = &longer;
    trace_sinks_block(b, seen);
}
