/* SPDX-License-Identifier: BSD-2-Clause */
/* Exclusion, hand-over and messages between CPUs. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/port/atomic.h>
#include <drivers/clock.h>
#include <kernel/ipc.h>
#include <kernel/sync.h>
#include <test/test.h>
#include "pinned.h"

#define ROUNDS 400

static struct sem there, back;
static volatile uint32_t rallies;

static void answer(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(sem_wait(&there, WAIT_FOREVER), 0);
        rallies++;
        CHECK_EQ(sem_post(&back), 0);
    }
}

static void serve_ball(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(sem_post(&there), 0);
        CHECK_EQ(sem_wait(&back, WAIT_FOREVER), 0);
    }
}

TEST("each semaphore post wakes the waiter on another CPU, for every pair of CPUs")
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sem_init(&there, 0, 1);
        sem_init(&back, 0, 1);
        rallies = 0;
        pinned_start(0, ON((cpu + 1) % CONFIG_CPUS), HIGH, answer, NULL);
        pinned_start(1, ON(cpu), HIGH, serve_ball, NULL);
        pinned_join(2);
        CHECK_EQ(rallies, ROUNDS);
    }
}

static struct mutex m = MUTEX_INIT(m);
static volatile uint32_t guarded;

static void add_guarded(void *arg)
{
    (void)arg;
    pinned_meet();
    for (int i = 0; i < ROUNDS; i++) {
        CHECK_EQ(mutex_lock(&m, WAIT_FOREVER), 0);
        uint32_t was = guarded;

        SPOOR_RELAX();
        guarded = was + 1;
        CHECK_EQ(mutex_unlock(&m), 0);
    }
}

TEST("a mutex admits one CPU at a time")
{
    guarded = 0;
    pinned_start_each(HIGH, add_guarded);
    pinned_join(CONFIG_CPUS);
    CHECK_EQ(guarded, CONFIG_CPUS * ROUNDS);
}

static volatile bool stop;
static volatile uint32_t stage;

static void hold_mutex(void *arg)
{
    (void)arg;
    mutex_lock(&m, WAIT_FOREVER);
    stage = 1;
    while (stage < 2) {
        SPOOR_RELAX();
    }
    mutex_unlock(&m);
}

static void hog(void *arg)
{
    (void)arg;
    while (!stop) {
        SPOOR_RELAX();
    }
}

TEST("a waiter on one CPU boosts a mutex's owner on another CPU above the thread running there")
{
    stop = false;
    stage = 0;
    pinned_start(0, ON(1), LOW, hold_mutex, NULL);
    while (stage == 0) {
        thread_sleep(1);
    }
    pinned_start(1, ON(1), LOW + 1, hog, NULL);
    stage = 2;
    /* This thread's priority is above the hog's, which never ends by itself. */
    CHECK_EQ(mutex_lock(&m, 1000), 0);
    CHECK_EQ(mutex_unlock(&m), 0);
    stop = true;
    pinned_join(2);
}

#define ITEMS 2000

QUEUE_DEF(q, uint32_t, 4);
static volatile uint32_t sums[THREADS];

static void produce(void *arg)
{
    uintptr_t n = (uintptr_t)arg;

    for (uint32_t i = 1; i <= ITEMS; i++) {
        CHECK_EQ(queue_put(&q, &i, WAIT_FOREVER), 0);
        sums[n] += i;
    }
}

static void consume(void *arg)
{
    uintptr_t n = (uintptr_t)arg;

    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t item = 0;

        CHECK_EQ(queue_get(&q, &item, WAIT_FOREVER), 0);
        sums[n] += item;
    }
}

TEST("a queue between all CPUs neither loses nor duplicates items")
{
    memset((void *)sums, 0, sizeof sums);
    for (unsigned i = 0; i < 4; i++) {
        pinned_start(i, ON(i % CONFIG_CPUS), HIGH, i % 2 == 0 ? produce : consume, (void *)(uintptr_t)i);
    }
    pinned_join(4);
    CHECK_EQ(sums[0] + sums[2], sums[1] + sums[3]);
    CHECK_EQ(queue_used(&q), 0);
}

#define STOP UINT32_MAX

static void double_words(void *arg)
{
    struct thread *from = NULL;
    struct ipc_msg msg = {{0}};
    unsigned clients = (unsigned)(uintptr_t)arg;

    while (clients > 0 && ipc_reply_receive(&from, &msg, WAIT_FOREVER) == 0) {
        clients -= msg.word[0] == STOP;
        msg.word[0] *= 2;
    }
    CHECK_EQ(ipc_reply(from, &msg), 0);
}

static void ask(void *arg)
{
    struct ipc_msg msg;

    for (uint32_t i = 0; i < ROUNDS; i++) {
        msg = (struct ipc_msg){{i + (uint32_t)(uintptr_t)arg}};
        CHECK_EQ(ipc_send(&pinned[0], &msg, WAIT_FOREVER), 0);
        CHECK_EQ(msg.word[0], 2 * (i + (uint32_t)(uintptr_t)arg));
    }
    msg.word[0] = STOP;
    CHECK_EQ(ipc_send(&pinned[0], &msg, WAIT_FOREVER), 0);
}

TEST("messages from clients on all CPUs are answered to their senders")
{
    pinned_start(0, ON(1), HIGH, double_words, (void *)(uintptr_t)CONFIG_CPUS);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        pinned_start(1 + cpu, ON(cpu), HIGH, ask, (void *)(uintptr_t)(cpu * 100000));
    }
    pinned_join(1 + CONFIG_CPUS);
}

static void sleep_often(void *arg)
{
    (void)arg;
    for (int i = 0; i < 30; i++) {
        uint64_t begin_ns = clock_ns();

        thread_sleep(1 + (uint32_t)i % 3);
        CHECK(clock_ns() - begin_ns >= (1 + (uint64_t)i % 3) * 1000000);
    }
}

TEST("sleeps on any CPU end, and not too early")
{
    for (unsigned i = 0; i < THREADS; i++) {
        pinned_start(i, ON(i % CONFIG_CPUS), HIGH, sleep_often, NULL);
    }
    pinned_join(THREADS);
}

static void use_heap(void *arg)
{
    uint8_t mark = (uint8_t)(0x11 * (1 + (uintptr_t)arg));
    uint8_t *held[8] = {NULL};

    pinned_meet();
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint8_t **p = &held[i * 5 % 8];

        if (*p != NULL) {
            CHECK((*p)[0] == mark && (*p)[15] == mark);
        }
        free(*p);
        *p = malloc(16 + i % 50);
        REQUIRE(*p != NULL);
        memset(*p, mark, 16);
    }
    for (unsigned i = 0; i < 8; i++) {
        free(held[i]);
    }
}

TEST("malloc and free work on all CPUs at once")
{
    pinned_start_each(HIGH, use_heap);
    pinned_join(CONFIG_CPUS);
}

static void keep_errno(void *arg)
{
    int mine = 1 + (int)(uintptr_t)arg;

    pinned_meet();
    for (int i = 0; i < ROUNDS; i++) {
        errno = mine;
        SPOOR_RELAX();
        CHECK_EQ(errno, mine);
    }
}

TEST("each thread has its own errno, on all CPUs at once")
{
    pinned_start_each(HIGH, keep_errno);
    pinned_join(CONFIG_CPUS);
}

/* Conversions fail on some CPUs while allocations fail on others. */
static void fail_in_library(void *arg)
{
    bool allocates = (uintptr_t)arg % 2 != 0;
    unsigned wrong = 0;

    pinned_meet();
    for (int i = 0; i < ROUNDS; i++) {
        errno = 0;
        if (allocates) {
            void *p = malloc(INT_MAX / 2);

            wrong += p != NULL;
            free(p);
        } else {
            wrong += strtol("99999999999999999999", NULL, 10) != LONG_MAX;
        }
        /* Gives another call time to fail before errno is read. */
        for (int spin = 0; spin < 40; spin++) {
            SPOOR_RELAX();
        }
        wrong += errno != (allocates ? ENOMEM : ERANGE);
    }
    CHECK_EQ(wrong, 0);
}

TEST("the library sets the errno of the calling thread")
{
    pinned_start_each(HIGH, fail_in_library);
    pinned_join(CONFIG_CPUS);
}
