/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cost of points and blocks, measured on the target: the time of a loop of visits minus the time of an
 * empty loop. The best of several runs is taken, so that interrupts don't count. The loop has its addresses
 * in registers and its code in the cache, if there is one; in other code a visit costs a little more.
 */
#ifndef SPOOR_COST_H
#define SPOOR_COST_H

#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/trace.h>

SPOOR_EXTERN_C_BEGIN

/** The cost of one visit. In ps, because a mean over many visits is finer than the counter's resolution. */
struct trace_cost {
    uint32_t on_ps, off_ps;
    uint32_t inside_ps; /**< part of on_ps within the measured time: the mean of an empty block */
};

struct trace_costs {
    struct trace_cost point; /**< inside_ps is 0 */
    struct trace_cost pair;  /**< trace_block_enter() and trace_block_leave() */
    struct trace_cost scope; /**< TRACE_BLOCK_SCOPED */
};

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

/**
 * Measure now, with about 20,000 visits. The measurement uses private points and blocks that aren't in any
 * table.
 */
void trace_costs_measure(void);

/**
 * @return the costs found by the last measurement; the first call measures
 *
 * Context: thread, one at a time.
 */
const struct trace_costs *trace_costs(void);

/**
 * Subtract the time of an empty block, the smaller of pair and scope, from a block's times. No time falls
 * below 0. Nested blocks still add their whole cost to the outer block. For a block filled by
 * trace_block_record() this subtracts more than the block's own cost.
 */
void trace_block_stats_less_own(struct trace_block_stats *stats);

#else

#define trace_costs_measure()             ((void)0)
#define trace_costs()                     ((const struct trace_costs *)NULL)
#define trace_block_stats_less_own(stats) ((void)0)

#endif
/**
 * Indices of trace_record_costs(): records of 0, 1, 2, 3 and more words, and records of entered or left
 * functions.
 */
enum { TRACE_COST_WORDS_MORE = 4, TRACE_COST_FUNCTION, TRACE_RECORD_COSTS };

/**
 * Get the costs of records in hundredths of a ns. A cost is 0 if it is unknown; with CONFIG_TRACE_COSTS 0 all
 * are. The first call measures the costs: nothing may have been recorded on this CPU before.
 *
 * @return an array of TRACE_RECORD_COSTS costs
 *
 * Context: boot for the first call, then any. Masks interrupts during the measurement.
 */
#if CONFIG_TRACE_COSTS
const uint32_t *trace_record_costs(void);
#else
static inline const uint32_t *trace_record_costs(void)
{
    static const uint32_t unknown[TRACE_RECORD_COSTS] = {0};

    return unknown;
}
#endif

SPOOR_EXTERN_C_END

#endif
