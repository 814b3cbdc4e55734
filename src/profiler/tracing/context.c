/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Open blocks of a context: the stack that enter pushes on and leave takes from. Only the context itself
 * touches its stack, and what interrupts it uses one of its own, so nothing here masks interrupts.
 */
#include <profiler/tracing/trace.h>
#include "block_priv.h"

#if CONFIG_TRACE

static void mismatch(uint16_t *counter)
{
    uint32_t state = port_lock();

    if (*counter != UINT16_MAX) {
        (*counter)++;
    }
    port_unlock(state);
}

/* Take out entry `at`, keeping the order of the rest. */
static void remove_open(struct trace_context *c, uint32_t at)
{
    c->depth--;
    for (; at < c->depth; at++) {
        c->open[at] = c->open[at + 1];
    }
}

void trace_block_enter(struct trace_block *b)
{
    if (!b->on) {
        return;
    }
    struct trace_context *c = port_context();

    if (c->depth == CONFIG_TRACE_DEPTH) {
        mismatch(&c->open[0].block->entered_unleft);
        remove_open(c, 0);
    }
    struct trace_open *o = &c->open[c->depth];

    o->block = b;
    c->depth++;
    o->begin_cycles = port_cycles();
}

/* Whoever was inside while the block was switched on leaves it without an entry, and rightly so. */
static void left_unentered(struct trace_context *c, struct trace_block *b)
{
    uint32_t enables = __atomic_load_n(&trace_block_enables, __ATOMIC_RELAXED);

    if (c->enables_seen != enables) {
        c->enables_seen = enables;
        return;
    }
    mismatch(&b->left_unentered);
}

void trace_block_leave(struct trace_block *b)
{
    uint32_t end = port_cycles();
    struct trace_context *c = port_context();

    for (uint32_t at = c->depth; at-- > 0;) {
        if (c->open[at].block == b) {
            uint32_t begin = c->open[at].begin_cycles;

            remove_open(c, at);
            if (b->on) {
                trace_block_record(b, end - begin);
            }
            return;
        }
    }
    if (b->on) {
        left_unentered(c, b);
    }
}

void trace_context_end(struct trace_context *c)
{
    while (c->depth > 0) {
        c->depth--;
        mismatch(&c->open[c->depth].block->entered_unleft);
    }
}

#endif
