/* SPDX-License-Identifier: BSD-2-Clause */
/* Recording of a sample: its event, its stack, and its row in the table. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SAMPLES

#include <spoor/event.h>
#if CONFIG_TRACE_EVENTS
#include "../record/ring_priv.h"
#include "../stack/stack_priv.h"
#endif
#include "sample_priv.h"

TRACE_EVENT_DEF_ROLE(cpu_sample, SPOOR_WIRE_ROLE_SAMPLE, TRACE_SAMPLE, "pc:ptr", "level/4+thread:thread",
                     "late:time");

#if CONFIG_TRACE_EVENTS

/* Like trace_event(), but with the stack of the interrupted code. */
static inline void record_with_stack(const struct trace_sample *s, unsigned depth)
{
    const struct spoor_ring_words w = {{s->pc, s->thread << 4 | s->level, s->late_cycles}};

    if (trace_event_is_on(cpu_sample)) {
        uint32_t header = spoor_ring_put_words(cpu_sample.header, &w, cpu_sample_words);

        trace_emit_interrupted_stack(header, depth, s->pc);
    }
}

static inline void record(const struct trace_sample *s)
{
    unsigned depth = cpu_sample.flags & TRACE_EVENT_DEPTH;

    if (depth != 0) {
        record_with_stack(s, depth);
    } else {
        trace_event(cpu_sample, s->pc, s->thread << 4 | s->level, s->late_cycles);
    }
}

#else

static void record(const struct trace_sample *s)
{
    (void)s;
}

#endif

void trace_sample(const struct trace_sample *s)
{
    record(s);
    trace_sample_count(s);
}

#endif
