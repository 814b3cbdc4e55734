/* SPDX-License-Identifier: BSD-2-Clause */
/* Sections of several CPUs at once: each CPU has its own. */
#include <drivers/clock.h>
#include <hal/cpu.h>
#include <spoor/masked.h>
#include <spoor/port/irq.h>
#include <test/test.h>
#include "../smp/pinned.h"

#define NEXT 512 /* bytes: more than a function of this file has */

static __attribute__((noinline)) void hold_us(uint32_t us)
{
    uint32_t state = spoor_irq_save();

    spin_us(us);
    spoor_irq_restore(state);
}

static bool is_in(uintptr_t address, uintptr_t function)
{
    uintptr_t begin = function & ~(uintptr_t)1;

    return address > begin && address < begin + NEXT;
}

static uint64_t us_of(const struct trace_masked *m)
{
    return (uint64_t)m->cycles * 1000000 / clock_hz();
}

static void hold_own(void *arg)
{
    pinned_meet();
    hold_us(20000 * (1 + (uint32_t)(uintptr_t)arg));
    pinned_meet();
}

TEST("each CPU has its own longest section")
{
    struct trace_masked m;

    trace_masked_reset();
    pinned_start_each(HIGH, hold_own);
    pinned_join(CONFIG_CPUS);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        trace_masked_get(cpu, &m);
        test_note("CPU %u: %lu us", cpu, (unsigned long)us_of(&m));
        CHECK(us_of(&m) >= 20000 * (1 + cpu));
        CHECK(is_in(m.caller, (uintptr_t)hold_us));
    }
}
