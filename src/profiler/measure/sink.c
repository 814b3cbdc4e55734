/* SPDX-License-Identifier: BSD-2-Clause */
/* The registered sinks. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <stddef.h>
#include "sink_priv.h"

static const struct trace_sink *sinks[TRACE_SINKS];

void trace_sink_register(enum trace_sink_order order, const struct trace_sink *sink)
{
    __atomic_store_n(&sinks[order], sink, __ATOMIC_RELEASE);
}

/* Loop over the registered sinks. Each is read once. */
#define FOR_EACH_SINK(s)                                                                                     \
    for (const struct trace_sink **at = sinks, *s; at < sinks + TRACE_SINKS; at++)                           \
        if ((s = __atomic_load_n(at, __ATOMIC_RELAXED)) != NULL)

bool trace_sinks_want(const void *point_or_block)
{
    FOR_EACH_SINK(s)
    {
        if (s->wants(point_or_block)) {
            return true;
        }
    }
    return false;
}

void trace_sinks_point(struct trace_point *p, uint32_t count)
{
    FOR_EACH_SINK(s)
    {
        s->point(p, count);
    }
}

void trace_sinks_block(struct trace_block *b, const struct trace_visited *v)
{
    FOR_EACH_SINK(s)
    {
        s->block(b, v);
    }
}

void trace_sinks_reset(const void *point_or_block)
{
    FOR_EACH_SINK(s)
    {
        if (s->reset != NULL) {
            s->reset(point_or_block);
        }
    }
}

#endif
