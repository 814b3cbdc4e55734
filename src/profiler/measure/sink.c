/* SPDX-License-Identifier: BSD-2-Clause */
/* The registered sinks. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <stddef.h>
#include "sink_priv.h"

static const struct trace_sink *sinks[TRACE_SINKS];

static const struct trace_sink *sink_at(unsigned n)
{
    return __atomic_load_n(&sinks[n], __ATOMIC_RELAXED);
}

void trace_sink_register(enum trace_sink_order order, const struct trace_sink *sink)
{
    __atomic_store_n(&sinks[order], sink, __ATOMIC_RELEASE);
}

bool trace_sinks_want(const void *point_or_block)
{
    for (unsigned n = 0; n < TRACE_SINKS; n++) {
        if (sink_at(n) != NULL && sink_at(n)->wants(point_or_block)) {
            return true;
        }
    }
    return false;
}

void trace_sinks_point(struct trace_point *p, uint32_t count)
{
    for (unsigned n = 0; n < TRACE_SINKS; n++) {
        if (sink_at(n) != NULL) {
            sink_at(n)->point(p, count);
        }
    }
}

void trace_sinks_block(struct trace_block *b, const struct trace_visited *v)
{
    for (unsigned n = 0; n < TRACE_SINKS; n++) {
        if (sink_at(n) != NULL) {
            sink_at(n)->block(b, v);
        }
    }
}

void trace_sinks_reset(const void *point_or_block)
{
    for (unsigned n = 0; n < TRACE_SINKS; n++) {
        if (sink_at(n) != NULL && sink_at(n)->reset != NULL) {
            sink_at(n)->reset(point_or_block);
        }
    }
}

#endif
