/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Visits longer than a wrap of spoor_port_cycles(). They are rare, so their numbers are kept apart, for the
 * few blocks that have any, and readers add them. The statistics in struct trace_block stay at 32 bits a
 * time.
 */
#ifndef LONG_PRIV_H
#define LONG_PRIV_H

#include "sink_priv.h"
#include <spoor/trace.h>

/** The visits themselves, and their whole times. */
struct trace_long_wall {
    uint32_t count;    /**< measured ones */
    uint32_t too_long; /**< ones that were not */
    uint32_t after;    /**< the block's count after the last one */
    uint64_t last_cycles, min_cycles, max_cycles, sum_cycles;
};

/** Their net times, each shorter than a wrap. */
struct trace_long_net {
    uint32_t last_cycles, min_cycles, max_cycles;
    uint64_t sum_cycles, children_sum_cycles;
};

/** A block's long visits. */
struct trace_long {
    struct trace_block *block; /**< NULL: free */
    struct trace_long_wall wall;
    struct trace_long_net net;
};

/** A visit that ended. */
struct trace_long_visit {
    uint64_t wall_cycles;
    uint32_t net_cycles, children_cycles;
};

/** Add a visit to `b`, or count one that wasn't measured: `v` is NULL. Context: any. */
void trace_long_add(struct trace_block *b, const struct trace_long_visit *v);

/** Copy the numbers of `b`, together with its count of other visits. @return whether there are any. Context:
 * any. */
bool trace_long_get(const struct trace_block *b, struct trace_long *copy);

/** Forget the long visits of `b`. Context: any. */
void trace_long_reset(struct trace_block *b);

/** Whether any block has had long visits. */
extern bool trace_longs_exist;

/**
 * Add the long visits of `b` to the numbers that the sinks are told, and tell them.
 *
 * @param v  the visit; NULL: a shorter one, which *seen has
 *
 * Context: any.
 */
void trace_long_tell(struct trace_block *b, struct trace_visited *seen, const struct trace_long_visit *v);

#endif
