/* SPDX-License-Identifier: BSD-2-Clause */
/* All CPUs panic at once while others print. */
#include <stdio.h>
#include <spoor/port/atomic.h>
#include <hal/cpu.h>
#include <kernel/main.h>
#include <kernel/panic.h>
#include <kernel/thread.h>

static struct thread threads[CONFIG_CPUS];
static uint8_t stacks[CONFIG_CPUS][THREAD_STACK_BYTES(1024)] __attribute__((aligned(8)));
static volatile uint32_t arrivals;

static void meet_and_panic(void *arg)
{
    spoor_atomic_inc(&arrivals);
    while (arrivals < CONFIG_CPUS) {
        SPOOR_RELAX();
    }
    panic("cpu %u", (unsigned)(uintptr_t)arg);
}

int main(void)
{
    printf("1..1\n");
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct thread_attr attr = {
            .name = "panics",
            .entry = meet_and_panic,
            .arg = (void *)(uintptr_t)cpu,
            .priority = CONFIG_MAIN_PRIORITY - 1,
            .affinity = (uint8_t)(1u << cpu),
            .stack = stacks[cpu],
            .stack_bytes = sizeof stacks[cpu],
        };

        (void)thread_create(&threads[cpu], &attr);
    }
    thread_sleep(1000);
    printf("ok 1 no panic ended the run\n");
    return 0;
}
