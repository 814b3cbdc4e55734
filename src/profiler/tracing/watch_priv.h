/* SPDX-License-Identifier: BSD-2-Clause */
/* What points and blocks ask of their conditions. */
#ifndef WATCH_PRIV_H
#define WATCH_PRIV_H

#include <profiler/tracing/trace.h>

/** A point was counted up to `count`: look at its conditions. Context: any. */
void trace_watch_point(struct trace_point *p, uint32_t count);

/** What conditions look at: a visit, and the block's numbers just after it, before anyone else's. */
struct trace_watched {
    uint32_t count;
    uint32_t wall_cycles, net_cycles; /**< of the visit */
    uint32_t min_cycles, max_cycles;
    uint64_t sum_cycles;
};

/** A visit ended: look at the block's conditions. Context: any. */
void trace_watch_block(struct trace_block *b, const struct trace_watched *seen);

/** @return whether conditions are set on a point or block. Context: any. */
bool trace_is_watched(const void *point_or_block);

/** Its numbers were reset: what has come true may do so again. Context: any. */
void trace_watch_rearm(const void *point_or_block);

#endif
