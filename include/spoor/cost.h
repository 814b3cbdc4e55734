/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cost of points and blocks, measured on the target: visits in a loop, less the empty loop, the best of
 * several runs, so that an interrupt doesn't count. The loop keeps addresses in registers and code in the
 * cache, if there is one; elsewhere a visit costs a little more.
 */
#ifndef SPOOR_COST_H
#define SPOOR_COST_H

#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/trace.h>

SPOOR_EXTERN_C_BEGIN

/** Of one visit. In ps, for the mean over many visits is finer than the counter. */
struct trace_cost {
    uint32_t on_ps, off_ps;
    uint32_t inside_ps; /**< the share of on_ps within the measured time: the mean of an empty block */
};

struct trace_costs {
    struct trace_cost point; /**< inside_ps is 0 */
    struct trace_cost pair;  /**< trace_block_enter() and trace_block_leave() */
    struct trace_cost scope; /**< TRACE_BLOCK_SCOPED */
};

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

/**
 * Measure now: some 20,000 visits. Points and blocks used for it are private and in no table.
 *
 * Context: thread, one at a time.
 */
void trace_costs_measure(void);

/** @return the costs as of the last measurement; the first call measures. Context: thread, one at a time. */
const struct trace_costs *trace_costs(void);

/**
 * Subtract the time of an empty block, the lesser of pair and scope, from a block's times; none falls below
 * 0. Blocks nested inside still add their whole cost to the outer one, and a block filled by
 * trace_block_record() contains less of its own cost than is subtracted.
 *
 * Context: thread, one at a time.
 */
void trace_block_stats_less_own(struct trace_block_stats *stats);

#else

#define trace_costs_measure()             ((void)0)
#define trace_costs()                     ((const struct trace_costs *)NULL)
#define trace_block_stats_less_own(stats) ((void)0)

#endif
/** Records whose costs are known: of 0, 1, 2, 3 and more words, and of a function entered or left. */
enum { TRACE_COST_WORDS_MORE = 4, TRACE_COST_FUNCTION, TRACE_RECORD_COSTS };

/**
 * The costs of records, for CONFIG_TRACE_EVENTS, in hundredths of a ns; 0 when unknown, as all are
 * with CONFIG_TRACE_COSTS 0. The first call
 * measures, for which nothing may have been recorded on this CPU before.
 *
 * @return TRACE_RECORD_COSTS of them
 *
 * Context: boot, then any. Masks interrupts for the measurement.
 */
#if CONFIG_TRACE_COSTS
const uint32_t *trace_record_costs(void);
#else
static inline const uint32_t *trace_record_costs(void)
{
    static const uint32_t unknown[TRACE_RECORD_COSTS];

    return unknown;
}
#endif

SPOOR_EXTERN_C_END

#endif
