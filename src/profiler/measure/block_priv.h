/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files about blocks. */
#ifndef BLOCK_PRIV_H
#define BLOCK_PRIV_H

#include <spoor/port/atomic.h>
#include <spoor/port/block_masked.h>
#include <spoor/core/lock.h>
#include <spoor/trace.h>

/** How often any block was switched on. */
extern uint32_t trace_block_enables;

/** Take the lock of a block. @return for spoor_block_unlock(). Context: any. */
static inline uint32_t spoor_block_lock(struct trace_block *b)
{
    return trace_lock(&b->lock);
}

static inline void spoor_block_unlock(struct trace_block *b, uint32_t state)
{
    trace_unlock(&b->lock, state);
}

/**
 * Let interrupts in for a moment: the next step need not be atomic with the last one.
 *
 * With several CPUs the lock is kept: taking it again would cost more than it gains.
 *
 * @return for spoor_block_unlock()
 */
static inline uint32_t spoor_block_lock_break(struct trace_block *b, uint32_t state)
{
    if (CONFIG_CPUS > 1) {
        return state;
    }
    spoor_block_unlock(b, state);
    return spoor_block_lock(b);
}

/** A number that a reset changes. With several CPUs the lock is kept, and there is none in between. */
static inline uint32_t spoor_block_resets(const struct trace_block *b)
{
#if TRACE_BLOCK_COUNTS_RESETS
    return b->resets;
#else
    (void)b;
    return 0;
#endif
}

/**
 * Add a visit that nothing disturbed, that sets no extreme, and that no sink wants, with blocks inside it or
 * not.
 *
 * @return false when it is another, and nothing is done
 *
 * Context: any.
 */
static inline __attribute__((always_inline)) bool spoor_block_add(struct trace_block *b, uint32_t cycles,
                                                                  uint32_t children_cycles)
{
    uint32_t state = spoor_block_lock(b);

    if (__builtin_expect(b->mode != TRACE_BLOCK_ON, 0) || __builtin_expect(cycles < b->min_cycles, 0) ||
        __builtin_expect(cycles > b->TRACE_BLOCK_UPPER_EXTREME, 0)) {
        spoor_block_unlock(b, state);
        return false;
    }
    trace_block_count(b, cycles);
#if CONFIG_TRACE_NET
    if (children_cycles != 0) {
        uint32_t resets = spoor_block_resets(b);

        state = spoor_block_lock_break(b, state);
        if (spoor_block_resets(b) == resets) {
            spoor_sum_add(&b->children_sum_cycles, children_cycles);
        }
    }
#else
    (void)children_cycles;
#endif
    spoor_block_unlock(b, state);
    return true;
}

/**
 * The sinks of a point or block changed: if it is on, let its visits go to those that want them now. One that
 * is switched off meanwhile, by an action on another CPU too, stays off.
 *
 * Context: any.
 */
void trace_point_refresh(struct trace_point *p);
void trace_block_refresh(struct trace_block *b);

/**
 * Add a visit that may have been disturbed to the statistics.
 *
 * @param stolen_cycles    of its wall time, when the context did not run
 * @param children_cycles  net time of the blocks inside
 *
 * Context: any.
 */
void trace_block_visit(struct trace_block *b, uint32_t wall_cycles, uint32_t stolen_cycles,
                       uint32_t children_cycles);

/** Copy the numbers of a block, consistently. Context: any. */
void spoor_block_snapshot(struct trace_block *copy, const struct trace_block *b);

struct trace_long_visit;

/** Add a visit longer than a wrap of spoor_port_cycles(); NULL: one that wasn't measured. Context: any. */
void trace_block_long_visit(struct trace_block *b, const struct trace_long_visit *v);

/** Add a visit, by the shorter way if that is possible. Context: any. */
static inline void spoor_block_visit(struct trace_block *b, uint32_t wall_cycles, uint32_t stolen_cycles,
                                     uint32_t children_cycles)
{
    if (stolen_cycles != 0 || !spoor_block_add(b, wall_cycles, children_cycles)) {
        trace_block_visit(b, wall_cycles, stolen_cycles, children_cycles);
    }
}

#endif
