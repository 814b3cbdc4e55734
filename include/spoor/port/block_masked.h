/* SPDX-License-Identifier: BSD-2-Clause */
/* Visits to a block that a scheduler times. Interrupts are masked there, so each instruction delays them. */
#ifndef SPOOR_PORT_BLOCK_MASKED_H
#define SPOOR_PORT_BLOCK_MASKED_H

#include <spoor/config.h>
#include <spoor/trace.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <spoor/port/atomic.h>
#include <spoor/port/port.h>

#if CONFIG_TRACE_NET
#define TRACE_BLOCK_UPPER_EXTREME max_net_cycles
#else
#define TRACE_BLOCK_UPPER_EXTREME max_cycles
#endif

/** @return whether an undisturbed visit sets no extreme and isn't wanted by a sink. Context: the lock is
 * held. */
static inline bool trace_block_is_quick(const struct trace_block *b, uint32_t wall_cycles)
{
    return __builtin_expect(wall_cycles - b->min_cycles < b->quick_cycles, 1);
}

/**
 * Add a visit to the sums. The caller sets last_stolen_cycles. Context: the lock of `b` is held.
 */
static inline void trace_block_count(struct trace_block *b, uint32_t wall_cycles)
{
    spoor_sum_add(&b->sum_cycles, wall_cycles);
    b->count++;
    b->last_cycles = wall_cycles;
}

/**
 * Record a visit that took `cycles`, if `b` is on. trace_block_record() handles visits that set an extreme or
 * have a sink. With several CPUs it handles all visits, because these need the lock. The block must have no
 * other visits: last_stolen_cycles stays 0.
 *
 * Context: interrupts masked.
 * Cost: 13 instructions on ARMv7-M, 3 if the block is off.
 */
static inline void trace_block_record_cycles(struct trace_block *b, uint32_t cycles)
{
    __asm__("" : "+r"(b)); /* one address for all members: of a known block the compiler computes two */
    uintptr_t mode = __atomic_load_n(&b->mode, __ATOMIC_RELAXED);

    if (mode != 0) {
        if (CONFIG_CPUS > 1 || !trace_block_is_quick(b, cycles)) {
            trace_block_record(b, cycles);
            return;
        }
        trace_block_count(b, cycles);
    }
}

/** Record a visit that started at `begin_cycles` and ends now, as trace_block_record_cycles(). */
static inline void trace_block_record_since(struct trace_block *b, uint32_t begin_cycles)
{
    trace_block_record_cycles(b, spoor_port_cycles() - begin_cycles);
}

#else

#define trace_block_record_cycles(b, cycles)      ((void)(cycles))
#define trace_block_record_since(b, begin_cycles) ((void)(begin_cycles))

#endif
#endif
