/* SPDX-License-Identifier: BSD-2-Clause */
/* Conversion of durations, for readers. */
#include <profiler/port.h>
#include "cycles_priv.h"

#if CONFIG_TRACE

#define NS_PER_S UINT64_C(1000000000)

uint64_t trace_cycles_to_ns(uint64_t cycles)
{
    uint32_t hz = port_cycles_hz();

    /* The remainder is below 2^32, so that its product fits. */
    return cycles / hz * NS_PER_S + cycles % hz * NS_PER_S / hz;
}

uint64_t trace_cycles_share_ns(uint64_t sum_cycles, uint32_t count)
{
    uint64_t whole_ns = trace_cycles_to_ns(sum_cycles / count);

    /* What the division dropped is below one tick a visit: less than 2^32 ticks, less than 1 s * count. */
    return whole_ns + trace_cycles_to_ns(sum_cycles % count) / count;
}

#endif
