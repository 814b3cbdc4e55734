/* SPDX-License-Identifier: BSD-2-Clause */
/* The packet that describes what is excluded from the recording: threads, CPUs and events (selection.h). */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS && CONFIG_TRACE_SELECTION

#include <spoor/event.h>
#include <spoor/filter.h>
#include <spoor/core/ids.h>
#include <spoor/core/selection.h>
#include "selection_priv.h"

#if CONFIG_TRACE_FILTERS

static void encode_counted(struct trace_encoder *e, const uint32_t *numbers, unsigned n)
{
    trace_encode_u32(e, n);
    trace_encode_list(e, numbers, n);
}

static void encode_filters(struct trace_encoder *e)
{
    uint32_t threads[TRACE_FILTER_THREADS], cpus[CONFIG_CPUS];
    unsigned n = 0;

    while (n < TRACE_FILTER_THREADS && (threads[n] = trace_filter_chosen(n)) != 0) {
        n++;
    }
    trace_encode_u32(e, trace_filter_get_mode());
    encode_counted(e, threads, n);
    n = 0;
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        cpus[n] = cpu;
        n += trace_filter_excludes_cpu(cpu);
    }
    encode_counted(e, cpus, n);
}

#else

static void encode_filters(struct trace_encoder *e)
{
    trace_encode_all(e, 0, 0, 0); /* mode, threads, CPUs */
}

#endif

/*
 * Append pairs: the number of events that are on, and the number of events off after them. If no more pairs
 * fit, the remaining events count as off.
 */
static void encode_events_off(struct trace_encoder *e)
{
    unsigned count = trace_event_total(), n = 0;

    while (n < count) {
        unsigned begin = n;

        while (n < count && !(trace_events[n].flags & TRACE_EVENT_DISABLED)) {
            n++;
        }
        if (n == count) {
            return;
        }
        trace_encode_u32(e, n - begin);
        begin = n;
        bool full = e->used > SPOOR_WIRE_PACKET_MAX - 40;

        while (n < count && (full || (trace_events[n].flags & TRACE_EVENT_DISABLED))) {
            n++;
        }
        trace_encode_u32(e, n - begin);
    }
}

void spoor_send_selection(struct trace_encoder *e, bool again)
{
    struct trace_selection s;

    if (!again && !trace_selection_is_new()) {
        return;
    }
    bool changed = trace_selection_take(&s);

    if (changed || (again && s.number != 0)) {
        do {
            trace_encode_begin(e, SPOOR_WIRE_FILTER);
            trace_encode_u32(e, s.number);
            trace_encode_time(e, s.from);
            trace_encode_time(e, s.since == TRACE_SELECTION_CHANGES ? 0 : s.since);
            encode_filters(e);
            encode_events_off(e);
        } while (trace_selection_take(&s)); /* repeated if it changed meanwhile */
        trace_encode_end(e);
    }
}

#endif
