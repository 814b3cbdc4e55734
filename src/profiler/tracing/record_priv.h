/* SPDX-License-Identifier: BSD-2-Clause */
/* The way of points and blocks to the event rings; without CONFIG_TRACE_EVENTS there is none. */
#ifndef RECORD_PRIV_H
#define RECORD_PRIV_H

#include <profiler/tracing/trace.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <profiler/ring.h>
#include <profiler/service.h>

static inline bool record_wanted_of_point(const struct trace_point *p)
{
    return trace_point_is_recorded(p);
}

static inline bool record_wanted_of_block(const struct trace_block *b)
{
    return trace_block_is_recorded(b);
}

/** Record a visit, if that is wanted. Context: any. */
void record_point(const struct trace_point *p);
void record_block(const struct trace_block *b, uint32_t wall_cycles);

#else

static inline bool record_wanted_of_point(const struct trace_point *p)
{
    (void)p;
    return false;
}

static inline bool record_wanted_of_block(const struct trace_block *b)
{
    (void)b;
    return false;
}

static inline void record_point(const struct trace_point *p)
{
    (void)p;
}

static inline void record_block(const struct trace_block *b, uint32_t wall_cycles)
{
    (void)b;
    (void)wall_cycles;
}

#endif
#endif
