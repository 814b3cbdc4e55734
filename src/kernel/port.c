/* SPDX-License-Identifier: BSD-2-Clause */
/* The profiler's port to this kernel: what needn't be inline. */
#include <kernel/clock.h>
#include <profiler/port.h>

#if CONFIG_TRACE

struct trace_context *trace_current[CONFIG_CPUS];

uint32_t port_cycles_hz(void)
{
    return clock_hz();
}

#endif
