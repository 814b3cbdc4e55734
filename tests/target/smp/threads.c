/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads that are created and end on all CPUs, with their objects and stacks reused at once. */
#include <string.h>
#include <spoor/port/atomic.h>
#include <kernel/sync.h>
#include <spoor/trace.h>
#include <test/test.h>
#include "pinned.h"

#define ROUNDS   150
#define CHILDREN 2

static struct {
    struct thread thread;
    uint8_t stack[THREAD_STACK_BYTES(1024)] __attribute__((aligned(8)));
} child[CONFIG_CPUS][CHILDREN];

static volatile uint32_t lives;
TRACE_BLOCK_DEF(life_tb);

static void live(void *arg)
{
    uint32_t n = (uint32_t)(uintptr_t)arg;

    TRACE_BLOCK_SCOPE(&life_tb);
    spoor_atomic_inc(&lives);
    if (n % 4 == 1) {
        thread_yield();
    } else if (n % 4 == 2) {
        thread_set_affinity(thread_self(), ON(n / 4 % CONFIG_CPUS));
    } else if (n % 32 == 3) {
        thread_sleep(1);
    }
}

static void live_and_exit(void *arg)
{
    live(arg);
    thread_exit((int)(uintptr_t)arg);
}

static void raise_children(void *arg)
{
    uintptr_t cpu = (uintptr_t)arg;

    for (uint32_t i = 0; i < ROUNDS; i++) {
        for (unsigned c = 0; c < CHILDREN; c++) {
            const struct thread_attr attr = {
                .name = "child",
                .entry = live_and_exit,
                .arg = (void *)(uintptr_t)(i * CHILDREN + c),
                .priority = (uint8_t)(LOW + (i + c + cpu) % 5),
                .affinity = i % 3 == 0 ? ALL_CPUS : ON((i + c) % CONFIG_CPUS),
                .stack = child[cpu][c].stack,
                .stack_bytes = sizeof child[cpu][c].stack,
            };

            CHECK_EQ(thread_create(&child[cpu][c].thread, &attr), 0);
        }
        for (unsigned c = 0; c < CHILDREN; c++) {
            int code = -1;

            CHECK_EQ(thread_join(&child[cpu][c].thread, &code, WAIT_FOREVER), 0);
            CHECK_EQ(code, i * CHILDREN + c);
            memset(&child[cpu][c], 0xEE, sizeof child[cpu][c]); /* joined: its memory may be overwritten */
        }
    }
}

TEST("threads can be created, ended and joined on all CPUs at once")
{
    struct trace_block_stats s;

    lives = 0;
    trace_block_reset(&life_tb);
    pinned_start_each(LOW + 2, raise_children);
    pinned_join(CONFIG_CPUS);
    CHECK_EQ(lives, CONFIG_CPUS * ROUNDS * CHILDREN);
    trace_block_get_stats(&life_tb, &s);
    CHECK_EQ(s.count, lives);
}

static volatile bool stop;

static void wake_and_wait(void *arg)
{
    struct sem *s = arg;

    while (!stop) {
        (void)sem_wait(s, 1);
        sem_post(s);
        thread_yield();
        SPOOR_RELAX(); /* lets an emulator that runs the CPUs in turn continue with another */
    }
}

static void harass(void *arg)
{
    uint32_t seed = 1 + (uint32_t)(uintptr_t)arg;

    for (int i = 0; i < 400; i++) {
        seed = seed * 1103515245u + 12345u;
        struct thread *t = &pinned[CONFIG_CPUS + (seed >> 16) % (THREADS - CONFIG_CPUS)];

        switch (seed >> 24 & 3) {
        case 0:
            thread_suspend(t);
            thread_resume(t);
            break;
        case 1:
            thread_set_affinity(t, 1 + (seed >> 20) % ALL_CPUS);
            break;
        case 2:
            thread_set_priority(t, LOW + (seed >> 20) % 2);
            break;
        default:
            thread_resume(t);
            thread_yield();
            break;
        }
    }
}

TEST("threads keep working while all CPUs suspend them, move them and change their priorities")
{
    static struct sem s[THREADS - CONFIG_CPUS];

    stop = false;
    for (unsigned i = 0; i < THREADS - CONFIG_CPUS; i++) {
        sem_init(&s[i], 1, 2);
        pinned_start(CONFIG_CPUS + i, ALL_CPUS, LOW, wake_and_wait, &s[i]);
    }
    pinned_start_each(HIGH, harass);
    pinned_join(CONFIG_CPUS);
    for (unsigned i = CONFIG_CPUS; i < THREADS; i++) {
        thread_resume(&pinned[i]);
    }
    stop = true;
    pinned_join(THREADS);
}
