/* SPDX-License-Identifier: BSD-2-Clause */
/* The profiler's port to this kernel: what needn't be inline. */
#include <kernel/clock.h>
#include <kernel/drain.h>
#include <kernel/sync.h>
#include <profiler/port.h>

#if CONFIG_TRACE

struct trace_context *trace_current[CONFIG_CPUS];

uint32_t port_cycles_hz(void)
{
    return clock_hz();
}

#if CONFIG_TRACE_EVENTS

static struct sem drain = SEM_INIT(drain, 0, 1);

void port_wake_drain(void)
{
    sem_post(&drain); /* once is enough: more than that is refused */
}

int drain_wait(uint32_t timeout_ms)
{
    return sem_wait(&drain, timeout_ms);
}

#endif
#endif
