/* SPDX-License-Identifier: BSD-2-Clause */
/* Private interface of the files that implement blocks. */
#ifndef BLOCK_PRIV_H
#define BLOCK_PRIV_H

#include <spoor/port/atomic.h>
#include <spoor/port/block_masked.h>
#include <spoor/core/lock.h>
#include <spoor/trace.h>

/**
 * Compile for size, not speed: changes of points and blocks, and blocks that overlap, are left open, or may
 * be longer than a wrap.
 */
#define SELDOM __attribute__((cold, noinline))

/** Number of times that any block was switched on. */
extern uint32_t trace_block_enables;

/** @return whether `b` is on, and has been since it had `mode`. Context: any. */
static inline bool trace_block_has(const struct trace_block *b, uintptr_t mode)
{
    return ((__atomic_load_n(&b->mode, __ATOMIC_RELAXED) ^ mode) & ~(uintptr_t)TRACE_BLOCK_END) == 0;
}

/** @return the block that has this mode, which isn't 0; NULL if it was switched off since. Context: any. */
struct trace_block *trace_block_of(uintptr_t mode);

/** Lock a block. @return the state for spoor_block_unlock(). Context: any. */
static inline uint32_t spoor_block_lock(struct trace_block *b)
{
    return trace_lock(&b->lock);
}

static inline void spoor_block_unlock(struct trace_block *b, uint32_t state)
{
    trace_unlock(&b->lock, state);
}

/**
 * Unlock and lock again, to let interrupts run, if the next step needn't be atomic with the previous one.
 * With several CPUs the lock is kept, because taking it again would cost more than it gains.
 *
 * @return the state for spoor_block_unlock()
 */
static inline uint32_t spoor_block_lock_break(struct trace_block *b, uint32_t state)
{
    if (CONFIG_CPUS > 1) {
        return state;
    }
    spoor_block_unlock(b, state);
    return spoor_block_lock(b);
}

/**
 * @return a number that every reset changes. Always 0 with several CPUs, where the lock is kept, so no reset
 *         can interrupt a visit.
 */
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
 * Add an undisturbed visit that sets no extreme and isn't wanted by a sink. It may contain nested blocks.
 *
 * @return false, without effect, for other visits
 *
 * Context: any.
 */
static inline __attribute__((always_inline)) bool spoor_block_add(struct trace_block *b, uint32_t cycles,
                                                                  uint32_t children_cycles)
{
    uint32_t state = spoor_block_lock(b);

    if (!trace_block_is_quick(b, cycles)) {
        spoor_block_unlock(b, state);
        return false;
    }
    trace_block_count(b, cycles);
#if CONFIG_TRACE_NET
    b->last_stolen_cycles = 0;
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
 * Update a point or block that is on after its sinks changed. If it is switched off meanwhile, even by an
 * action on another CPU, it stays off.
 *
 * Context: any.
 */
void trace_point_refresh(struct trace_point *p);
void trace_block_refresh(struct trace_block *b);

/**
 * Add a visit that may have been disturbed to the statistics.
 *
 * @param stolen_cycles    part of the wall time during which the context didn't run
 * @param children_cycles  net time of nested blocks
 *
 * Context: any.
 */
void trace_block_visit(struct trace_block *b, uint32_t wall_cycles, uint32_t stolen_cycles,
                       uint32_t children_cycles);

/** Copy the statistics of a block consistently. Context: any. */
void spoor_block_snapshot(struct trace_block *copy, const struct trace_block *b);

struct trace_long_visit;

/**
 * Add a visit longer than a wrap of spoor_port_cycles(); if `v` is NULL, one that wasn't measured.
 *
 * Context: any.
 */
void trace_block_long_visit(struct trace_block *b, const struct trace_long_visit *v);

/** Add a visit, on the fast path if possible. Context: any. */
static inline void spoor_block_visit(struct trace_block *b, uint32_t wall_cycles, uint32_t stolen_cycles,
                                     uint32_t children_cycles)
{
    if (stolen_cycles != 0 || !spoor_block_add(b, wall_cycles, children_cycles)) {
        trace_block_visit(b, wall_cycles, stolen_cycles, children_cycles);
    }
}

#endif
