/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files about blocks. */
#ifndef BLOCK_PRIV_H
#define BLOCK_PRIV_H

#include <profiler/lock.h>
#include <profiler/tracing/trace.h>

/** How often any block was switched on. */
extern uint32_t trace_block_enables;

/** A visit that ended. */
struct trace_visit {
    uint32_t wall_cycles;
    uint32_t stolen_cycles;   /**< of these, when the context didn't run */
    uint32_t children_cycles; /**< net time of the blocks inside */
};

/** Take the lock of a block. @return for block_unlock(). Context: any. */
static inline uint32_t block_lock(struct trace_block *b)
{
    return trace_lock(&b->lock);
}

static inline void block_unlock(struct trace_block *b, uint32_t state)
{
    trace_unlock(&b->lock, state);
}

/**
 * Let interrupts in for a moment: the next step need not be atomic with the last one.
 *
 * With several CPUs the lock is kept: taking it again would cost more than it gains.
 *
 * @return for block_unlock()
 */
static inline uint32_t block_lock_break(struct trace_block *b, uint32_t state)
{
    if (CONFIG_CPUS > 1) {
        return state;
    }
    block_unlock(b, state);
    return block_lock(b);
}

/**
 * The sinks of a point or block changed: if it is on, let its visits go to those that want them now. One that
 * is switched off meanwhile, by an action on another CPU too, stays off.
 *
 * Context: any.
 */
void trace_point_refresh(struct trace_point *p);
void trace_block_refresh(struct trace_block *b);

/** Add a visit that may have been disturbed to the statistics. Context: any. */
void trace_block_visit(struct trace_block *b, const struct trace_visit *v);

/** Add a visit, by the shorter way if nothing disturbed it. Context: any. */
static inline void block_visit(struct trace_block *b, const struct trace_visit *v)
{
    if ((v->stolen_cycles | v->children_cycles) == 0) {
        trace_block_record(b, v->wall_cycles);
    } else {
        trace_block_visit(b, v);
    }
}

#endif
