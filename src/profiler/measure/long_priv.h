/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Visits longer than a wrap of spoor_port_cycles(). They are rare, so their statistics are stored separately,
 * for the few blocks that have any, and readers add them. So each time in struct trace_block needs only 32
 * bits.
 */
#ifndef LONG_PRIV_H
#define LONG_PRIV_H

#include "sink_priv.h"
#include <spoor/trace.h>

/** The number of long visits, and their wall times. */
struct trace_long_wall {
    uint32_t count;    /**< measured visits */
    uint32_t too_long; /**< visits that weren't measured */
    uint32_t after;    /**< the block's count after the last long visit */
    uint64_t last_cycles, min_cycles, max_cycles, sum_cycles;
};

/** The net times of long visits, each shorter than a wrap. */
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

/** A completed visit. */
struct trace_long_visit {
    uint64_t wall_cycles;
    uint32_t net_cycles, children_cycles;
};

/** Add a visit to `b`. If `v` is NULL, count one that wasn't measured. Context: any. */
void trace_long_add(struct trace_block *b, const struct trace_long_visit *v);

/** Copy the statistics of long visits to `b`, consistently. @return whether there were any. Context: any. */
bool trace_long_get(const struct trace_block *b, struct trace_long *copy);

/** Clear the statistics of long visits to `b`. Context: any. */
void trace_long_reset(struct trace_block *b);

/** Whether any block has had long visits. */
extern bool trace_longs_exist;

/**
 * Add the statistics of long visits to `b` to *seen, and pass the result to the sinks.
 *
 * @param v  the visit; NULL for a shorter one, which is in *seen
 *
 * Context: any.
 */
void trace_long_report(struct trace_block *b, struct trace_visited *seen, const struct trace_long_visit *v);

#endif
