/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files about blocks share. */
#ifndef BLOCK_PRIV_H
#define BLOCK_PRIV_H

#include <hal/atomic.h>
#include <profiler/tracing/trace.h>

#if CONFIG_TRACE

/** How often any block was switched on. */
extern uint32_t trace_block_enables;

/** A visit that ended. */
struct trace_visit {
    uint32_t wall_cycles;
    uint32_t stolen_cycles;   /**< of these, when the context stood still */
    uint32_t children_cycles; /**< net time of the blocks inside */
};

/** Keep this CPU's interrupts and the other CPUs out of a block. Context: any. */
static inline uint32_t block_lock(struct trace_block *b)
{
    uint32_t state = port_lock();

#if CONFIG_CPUS > 1
    while (__atomic_exchange_n(&b->lock, 1, __ATOMIC_ACQUIRE) != 0) {
        HAL_RELAX();
    }
#else
    (void)b;
#endif
    return state;
}

static inline void block_unlock(struct trace_block *b, uint32_t state)
{
#if CONFIG_CPUS > 1
    __atomic_store_n(&b->lock, 0, __ATOMIC_RELEASE);
#else
    (void)b;
#endif
    port_unlock(state);
}

/**
 * Let interrupts in for a moment: what comes next needn't be done together with what was.
 *
 * With several CPUs the lock is kept: taking it again would cost more than it is worth.
 *
 * @return for block_unlock()
 */
static inline uint32_t block_breathe(struct trace_block *b, uint32_t state)
{
#if CONFIG_CPUS > 1
    (void)b;
    return state;
#else
    block_unlock(b, state);
    return block_lock(b);
#endif
}

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
#endif
