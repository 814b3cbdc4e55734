/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of the trace link, summed over all CPUs. */
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <test/stream.h>

#if CONFIG_TRACE_EVENTS

uint32_t test_lost(void)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sum += trace_rings[cpu].dropped;
    }
    return sum;
}

uint32_t test_sent(void)
{
    uint32_t sum = 0, packets, records;

    for (unsigned cpu = 0; trace_stream_get_sent(cpu, &packets, &records); cpu++) {
        sum += records;
    }
    return sum;
}

#endif
