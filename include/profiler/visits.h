/* SPDX-License-Identifier: BSD-2-Clause */
/* Points and blocks whose visits are recorded as events too, under IDs of their own. */
#ifndef PROFILER_VISITS_H
#define PROFILER_VISITS_H

#include <stdbool.h>

struct trace_point;
struct trace_block;

/**
 * Have a point or block record each visit as an event while the service TRACE_USER runs, or stop that.
 * Counting and measuring go on as they were.
 *
 * @return 0, or -ENOSPC when its ID isn't below CONFIG_TRACE_IDS
 *
 * Context: thread.
 */
int trace_point_set_recorded(struct trace_point *p, bool on);
int trace_block_set_recorded(struct trace_block *b, bool on);

/** @return whether its visits are recorded. Context: any. */
bool trace_point_is_recorded(const struct trace_point *p);
bool trace_block_is_recorded(const struct trace_block *b);

#endif
