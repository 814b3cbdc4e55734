/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The visits longer than a wrap, of the few blocks that have any. A block takes an entry with its first one
 * and keeps it until it is reset.
 */
#include <stddef.h>
#include "long_priv.h"

uint32_t trace_blocks_unkept;
bool trace_longs_exist;

#if CONFIG_TRACE_LONG_BLOCKS

_Static_assert(CONFIG_TRACE_LONG_BLOCKS <= 8,
               "the first long visit of a block searches with interrupts masked");

static struct entry {
    struct trace_long of;
    uint32_t changes; /**< odd while it changes: a reader copies again */
    uint32_t resets;  /**< how often it was freed: a visit in progress looks */
} entries[CONFIG_TRACE_LONG_BLOCKS];

static struct trace_lock entries_lock;

/* In an entry in place of a block: nobody's. */
#define BEING_FREED ((struct trace_block *)(uintptr_t)1)

static struct entry *entry_of(const struct trace_block *b)
{
    for (struct entry *e = entries; e < entries + CONFIG_TRACE_LONG_BLOCKS; e++) {
        if (__atomic_load_n(&e->of.block, __ATOMIC_RELAXED) == b) {
            return e;
        }
    }
    return NULL;
}

static struct entry *take_entry(struct trace_block *b)
{
    uint32_t state = trace_lock(&entries_lock);
    struct entry *e = entry_of(b);

    if (e == NULL && (e = entry_of(NULL)) != NULL) {
        e->of.block = b;
        trace_longs_exist = true;
    }
    trace_unlock(&entries_lock, state);
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

static void begin_change(struct entry *e)
{
    __atomic_store_n(&e->changes, e->changes + 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void end_change(struct entry *e)
{
    __atomic_store_n(&e->changes, e->changes + 1, __ATOMIC_RELEASE);
}

/* Each step is short, since interrupts are masked. After a reset in between, the rest is dropped. */
static void add(struct entry *e, const struct trace_block *b, const struct trace_long_visit *v,
                void (*const steps[])(struct trace_long *l, const struct trace_long_visit *v))
{
    uint32_t resets = __atomic_load_n(&e->resets, __ATOMIC_RELAXED);

    for (; *steps != NULL; steps++) {
        uint32_t state = trace_lock(&entries_lock);

        if (e->resets == resets && e->of.block == b) {
            begin_change(e);
            (*steps)(&e->of, v);
            end_change(e);
        }
        trace_unlock(&entries_lock, state);
    }
}

void trace_long_add(struct trace_block *b, const struct trace_long_visit *v)
{
    static void (*const measured[])(struct trace_long *, const struct trace_long_visit *) = {
        add_sums, add_extremes, add_net, NULL};
    static void (*const unmeasured[])(struct trace_long *, const struct trace_long_visit *) = {count_too_long,
                                                                                               NULL};
    struct entry *e = take_entry(b);

    if (e == NULL) {
        hal_atomic_add(&trace_blocks_unkept, 1);
    } else {
        add(e, b, v, v != NULL ? measured : unmeasured);
    }
}

bool trace_long_get(const struct trace_block *b, struct trace_long *copy)
{
    const struct entry *e = entry_of(b);
    uint32_t before;

    *copy = (struct trace_long){0};
    if (e == NULL) {
        return false;
    }
    do {
        before = __atomic_load_n(&e->changes, __ATOMIC_ACQUIRE);
        *copy = e->of;
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    } while ((before & 1) != 0 || before != __atomic_load_n(&e->changes, __ATOMIC_RELAXED));
    if (copy->block != b) {
        *copy = (struct trace_long){0}; /* it was reset */
    }
    return copy->count != 0 || copy->too_long != 0;
}

void trace_long_reset(struct trace_block *b)
{
    struct entry *e = entry_of(b);

    if (e != NULL) {
        uint32_t state = trace_lock(&entries_lock);
        bool mine = e->of.block == b;

        if (mine) {
            e->of.block = BEING_FREED;
            e->resets++;
        }
        trace_unlock(&entries_lock, state);
        if (mine) { /* nobody else comes here until it is free */
            begin_change(e);
            e->of = (struct trace_long){.block = BEING_FREED};
            end_change(e);
            __atomic_store_n(&e->of.block, NULL, __ATOMIC_RELEASE);
        }
    }
}

#else

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
        longer.min_cycles =
            seen->count != 0 && seen->min_cycles < l.min_cycles ? seen->min_cycles : l.min_cycles;
        longer.max_cycles = l.max_cycles;
        seen->count += l.count;
        seen->sum_cycles += l.sum_cycles;
    }
    struct trace_visited all = *seen;

    all.longer = &longer;
    trace_sinks_block(b, &all);
}
