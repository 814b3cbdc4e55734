/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of several CPUs. */
#include <spoor/port/atomic.h>
#include <drivers/clock.h>
#include <test/test.h>
#include "pinned.h"

#define STACK_BYTES 2048
/* Long enough for a busy host. A hang is ended by the image's TIMEOUT, which is CPU time. */
#define JOIN_MS 300000

struct thread pinned[THREADS];
static uint8_t stacks[THREADS][THREAD_STACK_BYTES(STACK_BYTES)] __attribute__((aligned(8)));
static bool unjoined[THREADS];
static volatile uint32_t arrivals;

void pinned_start(unsigned n, unsigned mask, unsigned priority, void (*entry)(void *arg), void *arg)
{
    const struct thread_attr attr = {
        .name = "pinned",
        .entry = entry,
        .arg = arg,
        .priority = (uint8_t)priority,
        .affinity = (uint8_t)mask,
        .stack = stacks[n],
        .stack_bytes = STACK_BYTES,
    };

    REQUIRE(!unjoined[n]); /* otherwise its stack may still be in use */
    unjoined[n] = true;
    REQUIRE(thread_create(&pinned[n], &attr) == 0);
}

void pinned_start_each(unsigned priority, void (*entry)(void *arg))
{
    arrivals = 0;
    /* The current CPU last: a thread on it may preempt this one for long. */
    for (unsigned cpu = CONFIG_CPUS; cpu-- > 0;) {
        pinned_start(cpu, ON(cpu), priority, entry, (void *)(uintptr_t)cpu);
    }
}

void pinned_join(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        REQUIRE(thread_join(&pinned[i], NULL, JOIN_MS) == 0);
        unjoined[i] = false;
    }
}

void pinned_meet(void)
{
    uint32_t all = (spoor_atomic_add(&arrivals, 1) - 1) / CONFIG_CPUS * CONFIG_CPUS + CONFIG_CPUS;

    while ((int32_t)(arrivals - all) < 0) {
        SPOOR_RELAX();
    }
}

void spin_us(uint32_t us)
{
    uint64_t end = clock_ns() + us * 1000ull;

    while (clock_ns() < end) {
        SPOOR_RELAX();
    }
}

unsigned cpu_now(void)
{
    return hal_cpu_id();
}
