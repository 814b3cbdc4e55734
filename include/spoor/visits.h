/* SPDX-License-Identifier: BSD-2-Clause */
/* Recording each visit of points and blocks as an event, with an ID for each point and block. */
#ifndef SPOOR_VISITS_H
#define SPOOR_VISITS_H

#include <errno.h>
#include <stdbool.h>
#include <spoor/config.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct trace_point;
struct trace_block;

#if CONFIG_TRACE_VISITS

/**
 * Start or stop recording each visit of a point or block as an event. Visits are recorded while the service
 * TRACE_USER runs. Counting and measuring aren't affected.
 *
 * @return 0; when switched on, -ENOSPC if the ID isn't below CONFIG_TRACE_IDS, or -ENOTSUP with
 *         CONFIG_TRACE_VISITS 0
 *
 * Context: thread.
 */
int trace_point_set_recorded(struct trace_point *p, bool on);
int trace_block_set_recorded(struct trace_block *b, bool on);

/** @return whether the visits are recorded. Context: any. */
bool trace_point_is_recorded(const struct trace_point *p);
bool trace_block_is_recorded(const struct trace_block *b);

#else

static inline int trace_point_set_recorded(struct trace_point *p, bool on)
{
    (void)p;
    return on ? -ENOTSUP : 0;
}

static inline int trace_block_set_recorded(struct trace_block *b, bool on)
{
    (void)b;
    return on ? -ENOTSUP : 0;
}

static inline bool trace_point_is_recorded(const struct trace_point *p)
{
    (void)p;
    return false;
}

static inline bool trace_block_is_recorded(const struct trace_block *b)
{
    (void)b;
    return false;
}

#endif

SPOOR_EXTERN_C_END

#endif
