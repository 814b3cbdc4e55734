/* SPDX-License-Identifier: BSD-2-Clause */
/* Conversion of durations, for readers. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <spoor/port/port.h>
#include <spoor/util/divide.h>
#include "cycles_priv.h"

uint64_t trace_cycles_to_ns(uint64_t cycles)
{
    return spoor_divide_to_ns(cycles, spoor_port_cycles_hz());
}

uint64_t trace_cycles_share_ns(uint64_t sum_cycles, uint32_t count)
{
    uint32_t rest;
    uint64_t whole_ns = trace_cycles_to_ns(spoor_divide(sum_cycles, count, &rest));

    /* The remainder is below one tick per visit: less than 2^32 ticks, and less than 1 s * count. */
    return whole_ns + spoor_divide(trace_cycles_to_ns(rest), count, NULL);
}

#endif
