/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs the same rounds in a thread on each CPU. */
#include <kernel/thread.h>
#include <test/test.h>
#include "load.h"

static struct thread threads[CONFIG_CPUS];
static uint8_t stacks[CONFIG_CPUS][THREAD_STACK_BYTES(1024)] __attribute__((aligned(8)));

static struct {
    void (*round)(uint32_t n);
    uint32_t rounds, pause_ms;
} load;

static void entry(void *arg)
{
    (void)arg;
    for (uint32_t n = 0; n < load.rounds; n++) {
        load.round(n);
        if (load.pause_ms != 0) {
            thread_sleep(load.pause_ms);
        }
    }
}

void load_run(void (*round)(uint32_t n), uint32_t rounds, uint32_t pause_ms)
{
    load.round = round;
    load.rounds = rounds;
    load.pause_ms = pause_ms;
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct thread_attr attr = {
            .name = "load",
            .entry = entry,
            .priority = CONFIG_MAIN_PRIORITY,
            .affinity = (uint8_t)(1u << cpu),
            .stack = stacks[cpu],
            .stack_bytes = sizeof stacks[cpu],
        };

        REQUIRE(thread_create(&threads[cpu], &attr) == 0);
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK_EQ(thread_join(&threads[cpu], NULL, WAIT_FOREVER), 0);
    }
}
