/* SPDX-License-Identifier: BSD-2-Clause */
/* The longest section with interrupts masked, for each CPU. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_MASKED

#include <spoor/masked.h>
#include <spoor/port/port.h>

static struct masked {
    struct trace_masked longest;
    uint32_t since;
    uintptr_t caller;
} masked[CONFIG_CPUS];

/* Not inlined, so that the return address is in the function that masked interrupts. */
__attribute__((noinline)) void spoor_masked_begin(void)
{
    struct masked *m = &masked[spoor_port_cpu()];

    m->caller = (uintptr_t)__builtin_return_address(0);
    m->since = spoor_port_cycles();
}

__attribute__((noinline)) void spoor_masked_end(void)
{
    uint32_t now = spoor_port_cycles();
    struct masked *m = &masked[spoor_port_cpu()];
    uint32_t cycles = now - m->since;

    m->longest.sections++;
    if (cycles > m->longest.cycles) {
        m->longest.cycles = cycles;
        m->longest.caller = m->caller;
    }
}

void trace_masked_get(unsigned cpu, struct trace_masked *m)
{
    uint32_t state = spoor_port_lock();

    *m = masked[cpu].longest;
    spoor_port_unlock(state);
}

void trace_masked_reset(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        uint32_t state = spoor_port_lock();

        masked[cpu].longest = (struct trace_masked){0};
        spoor_port_unlock(state);
    }
}

#endif
