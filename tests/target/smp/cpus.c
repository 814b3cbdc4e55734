/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUs start, run the highest-priority threads, share them, and respect affinities. */
#include <errno.h>
#include <drivers/board.h>
#include <spoor/port/atomic.h>
#include <spoor/port/irq.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <test/test.h>
#include "pinned.h"

static volatile uint32_t seen[THREADS]; /* CPUs on which each thread has run */
static volatile uint32_t at[THREADS];   /* the last of them */
static volatile uint32_t turns[THREADS];
static volatile uint32_t wakes;
static volatile bool restart[THREADS]; /* turns is to be reset to 0 */
static volatile bool stop;

static void note_cpu(void *arg)
{
    seen[(uintptr_t)arg] = ON(cpu_now());
}

TEST("every CPU runs threads and has the right number")
{
    pinned_start_each(HIGH, note_cpu);
    pinned_join(CONFIG_CPUS);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK_EQ(seen[cpu], ON(cpu));
    }
}

static void spin_and_note(void *arg)
{
    uintptr_t n = (uintptr_t)arg;

    while (!stop) {
        at[n] = ON(cpu_now());
        seen[n] |= at[n];
        turns[n] = restart[n] ? restart[n] = false : turns[n] + 1;
    }
}

static void start_spinners(unsigned n, unsigned mask, unsigned priority)
{
    stop = false;
    for (unsigned i = 0; i < n; i++) {
        seen[i] = turns[i] = 0;
    }
    for (unsigned i = 0; i < n; i++) {
        pinned_start(i, mask, priority, spin_and_note, (void *)(uintptr_t)i);
    }
}

/* A CPU other than 1, and other than 0, on which the test runs, if there are enough. */
#define ANOTHER (2 % CONFIG_CPUS)

static void meet_all(void *arg)
{
    (void)arg;
    sched_lock(); /* no other thread gets this CPU until all have arrived */
    pinned_meet();
    sched_unlock();
}

TEST("all CPUs run threads at the same time")
{
    for (unsigned i = 0; i < CONFIG_CPUS; i++) {
        pinned_start(i, ALL_CPUS, LOW, meet_all, NULL);
    }
    pinned_join(CONFIG_CPUS);
}

/* Wait until the condition is true, long enough for a slow host. */
static bool becomes_true(bool (*condition)(unsigned n), unsigned n)
{
    uint64_t begin_ns = clock_ns();

    for (uint32_t round = 0; !condition(n); round++) {
        if (clock_ns() - begin_ns > UINT64_C(10000000000)) {
            return false;
        }
        /* A pseudo-random time of up to three ticks. A fixed time could keep the CPUs in step, so that each
         * always runs the same threads. */
        spin_us((round * 2654435761u >> 16) % 3000);
        thread_sleep(1);
    }
    return true;
}

static bool all_seen(unsigned n)
{
    return seen[n] == ALL_CPUS;
}

TEST("with one thread more than CPUs, each thread gets a turn on every CPU")
{
    start_spinners(CONFIG_CPUS + 1, ALL_CPUS, LOW);
    for (unsigned i = 0; i <= CONFIG_CPUS; i++) {
        CHECK(becomes_true(all_seen, i));
    }
    stop = true;
    pinned_join(CONFIG_CPUS + 1);
}

static bool has_restarted(unsigned n)
{
    return !restart[n];
}

static bool has_turned(unsigned n)
{
    return turns[n] >= 3; /* has stored its CPU since the reset, even if it was preempted while doing so */
}

TEST("each CPU ends time slices by its own tick")
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        start_spinners(2, ON(cpu), LOW);
        CHECK(becomes_true(has_turned, 0));
        CHECK(becomes_true(has_turned, 1));
        stop = true;
        pinned_join(2);
        CHECK_EQ(seen[0] | seen[1], ON(cpu));
    }
}

static void count_wakes(void *arg)
{
    struct sem *s = arg;

    board.tick->ops->stop(board.tick); /* of this CPU: only the wake-up can cause a switch */
    while (!stop) {
        sem_wait(s, WAIT_FOREVER);
        wakes++;
    }
    board.tick->ops->start(board.tick, CONFIG_TICK_HZ);
}

TEST("a woken thread preempts a lower-priority thread on another CPU, by an inter-processor interrupt")
{
    struct sem s;

    sem_init(&s, 0, 1);
    wakes = 0;
    start_spinners(1, ON(CONFIG_CPUS - 1), LOW);
    pinned_start(1, ON(CONFIG_CPUS - 1), HIGH, count_wakes, &s);
    for (uint32_t i = 1; i <= 50; i++) {
        uint64_t begin_ns = clock_ns();

        sem_post(&s);
        while (wakes != i && clock_ns() - begin_ns < 1000000000) {
            SPOOR_RELAX();
        }
        REQUIRE(wakes == i);
    }
    stop = true;
    sem_post(&s);
    pinned_join(2);
}

static void follow(void *arg)
{
    struct thread *self = thread_self();

    for (unsigned i = 0; i < 400; i++) {
        unsigned cpu = (i * 7 + (unsigned)(uintptr_t)arg) % CONFIG_CPUS;

        CHECK_EQ(thread_set_affinity(self, ON(cpu)), 0);
        CHECK_EQ(cpu_now(), cpu);
        if (i % 16 == 0) {
            thread_sleep(1);
            CHECK_EQ(cpu_now(), cpu);
        }
    }
}

TEST("a thread that moves itself is on the other CPU when the call returns, and stays there")
{
    for (unsigned i = 0; i < CONFIG_CPUS + 1; i++) {
        pinned_start(i, 0, HIGH, follow, (void *)(uintptr_t)i);
    }
    pinned_join(CONFIG_CPUS + 1);
}

TEST("a running or ready thread that is moved leaves its CPU")
{
    CHECK_EQ(thread_set_affinity(thread_self(), 0), -EINVAL);
    CHECK_EQ(thread_set_affinity(thread_self(), ON(CONFIG_CPUS)), -EINVAL);
    start_spinners(2, ON(1), LOW); /* one runs, the other is ready */
    for (unsigned i = 0; i < 6; i++) {
        unsigned cpu = i % 2 == 0 ? ANOTHER : 1;

        for (unsigned n = 0; n < 2; n++) {
            CHECK_EQ(thread_set_affinity(&pinned[n], ON(cpu)), 0);
        }
        for (unsigned n = 0; n < 2; n++) {
            restart[n] = true;
            CHECK(becomes_true(has_restarted, n));
        }
        for (unsigned n = 0; n < 2; n++) {
            CHECK(becomes_true(has_turned, n));
        }
        for (unsigned us = 0; us < 1000; us += 10) {
            CHECK_EQ(at[0], ON(cpu));
            CHECK_EQ(at[1], ON(cpu));
            spin_us(10);
        }
    }
    stop = true;
    pinned_join(2);
}

static void locked_spin(void *arg)
{
    (void)arg;
    sched_lock();
    turns[0] = 1;
    while (!stop) {
        seen[0] |= ON(cpu_now());
    }
    sched_unlock();
    turns[0] = 2;
    seen[1] = ON(cpu_now());
}

TEST("a thread that has locked the scheduler isn't moved or suspended until it unlocks it")
{
    stop = false;
    seen[0] = turns[0] = 0;
    pinned_start(0, ON(1), LOW, locked_spin, NULL);
    while (turns[0] == 0) {
        SPOOR_RELAX();
    }
    CHECK_EQ(thread_set_affinity(&pinned[0], ON(ANOTHER)), 0);
    pinned_start(1, ON(1), HIGH, note_cpu, (void *)3);
    seen[3] = 0;
    thread_sleep(3);
    CHECK_EQ(seen[0], ON(1));
    CHECK_EQ(seen[3], 0);
    stop = true;
    pinned_join(2);
    CHECK_EQ(seen[1], ON(ANOTHER));
    CHECK_EQ(seen[3], ON(1));
}

/* Mostly with interrupts masked, so that it can't be suspended at once. */
static void count_up(void *arg)
{
    (void)arg;
    while (!stop) {
        uint32_t state = spoor_irq_save();

        for (int i = 0; i < 4000; i++) {
            turns[0]++;
        }
        spoor_irq_restore(state);
    }
}

TEST("a thread suspended from another CPU has stopped when the call returns")
{
    stop = false;
    turns[0] = 0;
    pinned_start(0, ALL_CPUS & ~ON(0), LOW, count_up, NULL);
    for (int i = 0; i < 300; i++) {
        CHECK_EQ(thread_suspend(&pinned[0]), 0);
        uint32_t before = turns[0];

        spin_us(20);
        CHECK_EQ(turns[0], before);
        CHECK_EQ(thread_resume(&pinned[0]), 0);
        spin_us(20);
    }
    uint32_t before = turns[0];

    while (turns[0] == before) {
        thread_sleep(1);
    }
    stop = true;
    pinned_join(1);
}
