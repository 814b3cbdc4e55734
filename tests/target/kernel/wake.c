/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads woken while interrupts are masked, so that all are ready before any of them runs. */
#include <errno.h>
#include <spoor/port/irq.h>
#include <kernel/sync.h>
#include <test/test.h>
#include "worker.h"

#define WOKEN 3

static struct sem gate[WOKEN];

static void pass(void *arg)
{
    unsigned n = (unsigned)(uintptr_t)arg;

    CHECK_EQ(sem_wait(&gate[n], WAIT_FOREVER), 0);
    log_add((char)('0' + n));
}

static void start_all(const unsigned priority[WOKEN])
{
    log_clear();
    for (unsigned n = 0; n < WOKEN; n++) {
        sem_init(&gate[n], 0, 1);
        worker_start(n, priority[n], pass, (void *)(uintptr_t)n);
    }
    thread_sleep(2);
}

static void join_all(void)
{
    for (unsigned n = 0; n < WOKEN; n++) {
        worker_join(n);
    }
}

/* Expected order: by priority, and among equals in the order of wake-ups, which is that of their numbers. */
static void expect(const unsigned priority[WOKEN], char text[WOKEN + 1])
{
    unsigned used = 0;

    for (unsigned p = TOP; p > 0; p--) {
        for (unsigned n = 0; n < WOKEN; n++) {
            if (priority[n] == p) {
                text[used++] = (char)('0' + n);
            }
        }
    }
    text[used] = '\0';
}

TEST("threads woken together run by priority, equals in the order of their wake-ups")
{
    static const unsigned priorities[] = {LOW, MAIN, HIGH, HIGH + 1};

    for (unsigned combination = 0; combination < 4 * 4 * 4; combination++) {
        const unsigned priority[WOKEN] = {priorities[combination & 3], priorities[combination >> 2 & 3],
                                          priorities[combination >> 4]};
        char expected[WOKEN + 1];

        start_all(priority);
        uint32_t state = spoor_irq_save();

        for (unsigned n = 0; n < WOKEN; n++) {
            sem_post(&gate[n]);
        }
        CHECK_STR(log_text(), "");
        spoor_irq_restore(state);
        join_all();
        expect(priority, expected);
        CHECK_STR(log_text(), expected);
    }
}

TEST("a woken thread whose priority is lowered before it runs runs after the others")
{
    static const unsigned priority[WOKEN] = {TOP, HIGH, HIGH};

    start_all(priority);
    uint32_t state = spoor_irq_save();

    for (unsigned n = 0; n < WOKEN; n++) {
        sem_post(&gate[n]);
    }
    CHECK_EQ(thread_set_priority(&worker[0], LOW), 0);
    spoor_irq_restore(state);
    join_all();
    CHECK_STR(log_text(), "120");
}

TEST("a thread that raises itself above a thread that it has woken keeps the CPU")
{
    static const unsigned priority[WOKEN] = {HIGH, LOW, LOW};

    start_all(priority);
    uint32_t state = spoor_irq_save();

    sem_post(&gate[0]);
    CHECK_EQ(thread_set_priority(thread_self(), TOP), 0);
    spoor_irq_restore(state);
    log_add('m');
    CHECK_EQ(thread_set_priority(thread_self(), MAIN), 0);
    sem_post(&gate[1]);
    sem_post(&gate[2]);
    join_all();
    CHECK_STR(log_text(), "m012");
}

TEST("a woken thread that is suspended before it runs doesn't run until it is resumed")
{
    static const unsigned priority[WOKEN] = {TOP, HIGH, HIGH};

    start_all(priority);
    uint32_t state = spoor_irq_save();

    sem_post(&gate[0]);
    sem_post(&gate[1]);
    CHECK_EQ(thread_suspend(&worker[0]), 0);
    sem_post(&gate[2]); /* must not bypass the thread in the ready queue */
    spoor_irq_restore(state);
    thread_sleep(2);
    CHECK_STR(log_text(), "12");
    CHECK_EQ(thread_resume(&worker[0]), 0);
    join_all();
    CHECK_STR(log_text(), "120");
}

TEST("a thread woken while the scheduler is locked runs after the unlock")
{
    static const unsigned priority[WOKEN] = {HIGH, TOP, HIGH};

    start_all(priority);
    sched_lock();
    for (unsigned n = 0; n < WOKEN; n++) {
        sem_post(&gate[n]);
    }
    CHECK_STR(log_text(), "");
    sched_unlock();
    join_all();
    CHECK_STR(log_text(), "102");
}

TEST("a yield switches to a higher-priority thread even if none has the caller's priority")
{
    static const unsigned priority[WOKEN] = {TOP, HIGH, LOW};

    start_all(priority);
    uint32_t state = spoor_irq_save();

    sem_post(&gate[0]);
    sem_post(&gate[1]);
    CHECK_EQ(thread_suspend(&worker[0]), 0); /* would have been next */
    thread_yield();
    spoor_irq_restore(state);
    CHECK_EQ(thread_resume(&worker[0]), 0);
    sem_post(&gate[2]);
    join_all();
    CHECK_STR(log_text(), "102");
}
