/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the kernel's tests: see worker.h. */
#include <spoor/port/irq.h>
#include <test/test.h>
#include "worker.h"

#define JOIN_MS 5000

struct thread worker[WORKERS];
static uint8_t stacks[WORKERS][WORKER_STACK_BYTES] __attribute__((aligned(8)));

static char text[64];
static unsigned used;

void worker_start(unsigned n, unsigned priority, void (*entry)(void *arg), void *arg)
{
    static const char *const names[WORKERS] = {"worker 0", "worker 1", "worker 2", "worker 3"};
    const struct thread_attr attr = {
        .name = names[n],
        .entry = entry,
        .arg = arg,
        .priority = (uint8_t)priority,
        .stack = stacks[n],
        .stack_bytes = WORKER_STACK_BYTES,
    };

    CHECK_EQ(thread_create(&worker[n], &attr), 0);
}

void worker_join(unsigned n)
{
    for (unsigned ms = 0; thread_join(&worker[n], NULL, WAIT_NONE) != 0; ms++) {
        REQUIRE(ms < JOIN_MS);
        thread_sleep(1); /* polls, because a blocking join would boost the worker's priority */
    }
}

void log_clear(void)
{
    used = 0;
    text[0] = '\0';
}

void log_add(char what)
{
    uint32_t state = spoor_irq_save();

    if (used < sizeof text - 1) {
        text[used++] = what;
        text[used] = '\0';
    }
    spoor_irq_restore(state);
}

const char *log_text(void)
{
    return text;
}
