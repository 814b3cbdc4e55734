/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUs come up, take the most urgent threads, share them, and keep to affinities. */
#include <errno.h>
#include <drivers/board.h>
#include <spoor/port/atomic.h>
#include <spoor/port/irq.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <test/test.h>
#include "pinned.h"

static volatile uint32_t seen[THREADS]; /* CPUs on which a thread found itself */
static volatile uint32_t at[THREADS];   /* where it was last */
static volatile uint32_t turns[THREADS];
static volatile uint32_t wakes;
static volatile bool restart[THREADS]; /* turns are to be counted from 0 */
static volatile bool stop;

static void note_cpu(void *arg)
{
    seen[(uintptr_t)arg] = ON(cpu_now());
}

TEST("every CPU takes threads, and knows its number")
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

/* Besides CPU 1: away from 0, where the test is, if there are so many. */
#define ANOTHER (2 % CONFIG_CPUS)

static void meet_all(void *arg)
{
    (void)arg;
    sched_lock(); /* no other thread gets this CPU until all are there */
    pinned_meet();
    sched_unlock();
}

TEST("as many threads run at a time as there are CPUs")
{
    for (unsigned i = 0; i < CONFIG_CPUS; i++) {
        pinned_start(i, ALL_CPUS, LOW, meet_all, NULL);
    }
    pinned_join(CONFIG_CPUS);
}

/* However slow the machine is that all this runs on. */
static bool comes_true(bool (*condition)(unsigned n), unsigned n)
{
    uint64_t begin_ns = clock_ns();

    for (uint32_t round = 0; !condition(n); round++) {
        if (clock_ns() - begin_ns > UINT64_C(10000000000)) {
            return false;
        }
        /* Up to three ticks, without a pattern: CPUs in step could give the same threads their turns for
         * ever. */
        spin_us((round * 2654435761u >> 16) % 3000);
        thread_sleep(1);
    }
    return true;
}

static bool all_seen(unsigned n)
{
    return seen[n] == ALL_CPUS;
}

TEST("of one thread more than CPUs, each gets its turn on every CPU")
{
    start_spinners(CONFIG_CPUS + 1, ALL_CPUS, LOW);
    for (unsigned i = 0; i <= CONFIG_CPUS; i++) {
        CHECK(comes_true(all_seen, i));
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
    return turns[n] >= 3; /* and so stored where it is since it was 0, or preempted in the middle of that */
}

TEST("each CPU gives turns by a tick of its own")
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        start_spinners(2, ON(cpu), LOW);
        CHECK(comes_true(has_turned, 0));
        CHECK(comes_true(has_turned, 1));
        stop = true;
        pinned_join(2);
        CHECK_EQ(seen[0] | seen[1], ON(cpu));
    }
}

static void count_wakes(void *arg)
{
    struct sem *s = arg;

    board.tick->ops->stop(board.tick); /* this CPU's: nothing else may bring a switch about */
    while (!stop) {
        sem_wait(s, WAIT_FOREVER);
        wakes++;
    }
    board.tick->ops->start(board.tick, CONFIG_TICK_HZ);
}

TEST("a thread that is woken preempts a less urgent one on another CPU, by an interrupt to there")
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

TEST("a thread that moves itself is on the other CPU when the call returns, and stays")
{
    for (unsigned i = 0; i < CONFIG_CPUS + 1; i++) {
        pinned_start(i, 0, HIGH, follow, (void *)(uintptr_t)i);
    }
    pinned_join(CONFIG_CPUS + 1);
}

TEST("a thread that is moved leaves its CPU, running or waiting for it")
{
    CHECK_EQ(thread_set_affinity(thread_self(), 0), -EINVAL);
    CHECK_EQ(thread_set_affinity(thread_self(), ON(CONFIG_CPUS)), -EINVAL);
    start_spinners(2, ON(1), LOW); /* one runs, one waits for its turn */
    for (unsigned i = 0; i < 6; i++) {
        unsigned cpu = i % 2 == 0 ? ANOTHER : 1;

        for (unsigned n = 0; n < 2; n++) {
            CHECK_EQ(thread_set_affinity(&pinned[n], ON(cpu)), 0);
        }
        for (unsigned n = 0; n < 2; n++) {
            restart[n] = true;
            CHECK(comes_true(has_restarted, n));
        }
        for (unsigned n = 0; n < 2; n++) {
            CHECK(comes_true(has_turned, n));
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

TEST("a thread that has locked the scheduler isn't moved or stopped until it unlocks it")
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

/* Mostly with interrupts masked, so that it can't be stopped at once. */
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

TEST("a thread suspended from another CPU stands still when the call returns")
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
