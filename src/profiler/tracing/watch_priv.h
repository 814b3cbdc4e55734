/* SPDX-License-Identifier: BSD-2-Clause */
/* What points and blocks ask of their conditions. */
#ifndef WATCH_PRIV_H
#define WATCH_PRIV_H

#include <profiler/tracing/trace.h>

/** `hit` of a point with conditions: count, then look. Context: any. */
void trace_watch_point(struct trace_point *p);

/** A visit ended that cost so much: look at the block's conditions. Context: any. */
void trace_watch_block(struct trace_block *b, uint32_t wall_cycles, uint32_t net_cycles);

/** @return whether conditions are set on a point or block. Context: any. */
bool trace_is_watched(const void *point_or_block);

/** Its numbers were reset: what has come true may do so again. Context: any. */
void trace_watch_rearm(const void *point_or_block);

#endif
