/* SPDX-License-Identifier: BSD-2-Clause */
/* Events with data. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_DATA

#include <spoor/event.h>
#include "../record/ring_priv.h"
#include "stack_priv.h"

void trace_emit_data(struct trace_event *e, const void *data, size_t bytes)
{
    uint32_t n = bytes < TRACE_DATA_MAX ? (uint32_t)bytes : TRACE_DATA_MAX;
    uint32_t of = trace_emit_bytes(e->header, data, n);

    if (e->flags & TRACE_EVENT_DEPTH) {
        trace_emit_stack(of, e->flags & TRACE_EVENT_DEPTH, __builtin_return_address(0));
    }
}

#endif
