/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Visits longer than a wrap, for the few blocks that have any. A block takes an entry at its first long
 * visit, and keeps it until the block is reset.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <stddef.h>
#include "long_priv.h"

uint32_t trace_blocks_unkept;
bool trace_longs_exist;

#if CONFIG_TRACE_LONG_BLOCKS

/* Readers of a memory image find the array and its members by these names: docs/wire-format.md. */
static struct trace_long_entry {
    struct trace_long of;
    uint32_t changes; /**< if this changes while a reader copies, the reader copies again */
    uint32_t resets;  /**< number of times it was freed; lets a visit in progress detect a reset */
} trace_long_entries[CONFIG_TRACE_LONG_BLOCKS];

static struct trace_lock entries_lock;

static struct trace_long_entry *entry_of(const struct trace_block *b)
{
    for (struct trace_long_entry *e = trace_long_entries; e < trace_long_entries + CONFIG_TRACE_LONG_BLOCKS;
         e++) {
        if (__atomic_load_n(&e->of.block, __ATOMIC_RELAXED) == b) {
            return e;
        }
    }
    return NULL;
}

static struct trace_long_entry *take_entry(struct trace_block *b)
{
    uint32_t state = trace_lock(&entries_lock);
    struct trace_long_entry *e = entry_of(b);

    if (e == NULL && (e = entry_of(NULL)) != NULL) {
        e->changes++;
        e->of = (struct trace_long){.block = b};
        trace_longs_exist = true;
    }
    trace_unlock(&entries_lock, state);
    return e;
}

static void add_sums(struct trace_long *l, const struct trace_long_visit *v)
{
    if (v == NULL) {
        l->wall.too_long++;
        return;
    }
    l->wall.count++;
    l->wall.after = l->block->count;
    l->wall.last_cycles = v->wall_cycles;
    l->wall.sum_cycles += v->wall_cycles;
}

static void add_extremes(struct trace_long *l, const struct trace_long_visit *v)
{
    if (v->wall_cycles < l->wall.min_cycles || l->wall.min_cycles == 0) { /* 0: no visit yet */
        l->wall.min_cycles = v->wall_cycles;
    }
    if (v->wall_cycles > l->wall.max_cycles) {
        l->wall.max_cycles = v->wall_cycles;
    }
}

static void add_net(struct trace_long *l, const struct trace_long_visit *v)
{
    if (v->net_cycles < l->net.min_cycles || l->net.sum_cycles == 0) {
        l->net.min_cycles = v->net_cycles;
    }
    if (v->net_cycles > l->net.max_cycles) {
        l->net.max_cycles = v->net_cycles;
    }
    l->net.last_cycles = v->net_cycles;
    l->net.sum_cycles += v->net_cycles;
    l->net.children_sum_cycles += v->children_cycles;
}

/*
 * Add a visit in short steps, because each masks interrupts. If the block is reset meanwhile, the remaining
 * steps are dropped. Only the first step counts a visit that wasn't measured.
 */
static void add(struct trace_long_entry *e, const struct trace_block *b, const struct trace_long_visit *v)
{
    uint32_t resets = __atomic_load_n(&e->resets, __ATOMIC_RELAXED);

    for (unsigned step = 0; step < (v != NULL ? 3 : 1); step++) {
        uint32_t state = trace_lock(&entries_lock);

        if (e->resets == resets && e->of.block == b) {
            e->changes++;
            if (step == 0) {
                add_sums(&e->of, v);
            } else if (step == 1) {
                add_extremes(&e->of, v);
            } else {
                add_net(&e->of, v);
            }
        }
        trace_unlock(&entries_lock, state);
    }
}

void trace_long_add(struct trace_block *b, const struct trace_long_visit *v)
{
    struct trace_long_entry *e = take_entry(b);

    if (e == NULL) {
        spoor_atomic_add(&trace_blocks_unkept, 1);
    } else {
        add(e, b, v);
    }
}

/* Copy an entry in two parts, because each masks interrupts. */
static void copy_entry(struct trace_long_entry *e, struct trace_long *copy)
{
    uint32_t before, after;

    do {
        uint32_t state = trace_lock(&entries_lock);

        before = e->changes;
        copy->wall = e->of.wall;
        trace_unlock(&entries_lock, state);

        state = trace_lock(&entries_lock);
        after = e->changes;
        copy->block = e->of.block;
        copy->net = e->of.net;
        trace_unlock(&entries_lock, state);
    } while (before != after);
}

bool trace_long_get(const struct trace_block *b, struct trace_long *copy)
{
    struct trace_long_entry *e = entry_of(b);

    if (e != NULL) {
        copy_entry(e, copy);
    }
    if (e == NULL || copy->block != b) { /* or the block was reset */
        *copy = (struct trace_long){0};
    }
    return (copy->wall.count | copy->wall.too_long) != 0;
}

void trace_long_reset(struct trace_block *b)
{
    struct trace_long_entry *e = entry_of(b);

    if (e != NULL) {
        uint32_t state = trace_lock(&entries_lock);

        if (e->of.block == b) {
            e->changes++;
            e->resets++;
            e->of.block = NULL;
        }
        trace_unlock(&entries_lock, state);
    }
}

#else

void trace_long_add(struct trace_block *b, const struct trace_long_visit *v)
{
    (void)b;
    (void)v;
    spoor_atomic_add(&trace_blocks_unkept, 1);
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

__attribute__((noinline)) void trace_long_report(struct trace_block *b, struct trace_visited *seen,
                                                 const struct trace_long_visit *v)
{
    struct trace_visited_long longer = {seen->wall_cycles, seen->min_cycles, seen->max_cycles};
    struct trace_long l;

    if (v != NULL) {
        longer.wall_cycles = v->wall_cycles;
        seen->wall_cycles = UINT32_MAX;
        seen->net_cycles = v->net_cycles;
    }
    if (trace_long_get(b, &l) && l.wall.count != 0) {
        longer.min_cycles =
            seen->count != 0 && seen->min_cycles < l.wall.min_cycles ? seen->min_cycles : l.wall.min_cycles;
        longer.max_cycles = l.wall.max_cycles;
        seen->count += l.wall.count;
        seen->sum_cycles += l.wall.sum_cycles;
    }
    seen->longer = &longer;
    trace_sinks_block(b, seen);
    seen->longer = NULL;
}

#endif
