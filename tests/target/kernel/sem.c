/* SPDX-License-Identifier: BSD-2-Clause */
/* Semaphores. */
#include <errno.h>
#include <drivers/clock.h>
#include <kernel/sync.h>
#include <test/test.h>
#include "worker.h"

static struct sem s = SEM_INIT(s, 2, 3);

static void take(void *arg)
{
    CHECK_EQ(sem_wait(&s, WAIT_FOREVER), 0);
    log_add(*(const char *)arg);
}

static void post_later(void *arg)
{
    (void)arg;
    thread_sleep(3);
    sem_post(&s);
}

TEST("a semaphore counts between zero and its limit")
{
    CHECK_EQ(sem_wait(&s, WAIT_NONE), 0);
    CHECK_EQ(sem_wait(&s, WAIT_FOREVER), 0);
    CHECK_EQ(sem_wait(&s, WAIT_NONE), -ETIMEDOUT);
    CHECK_EQ(sem_value(&s), 0);
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(sem_post(&s), 0);
    }
    CHECK_EQ(sem_post(&s), -EOVERFLOW);
    CHECK_EQ(sem_value(&s), 3);
    sem_init(&s, 0, 3);
}

TEST("a post is given to the highest-priority waiter, and no other thread can take it")
{
    log_clear();
    worker_start(0, LOW, take, "l");
    worker_start(1, MID, take, "m");
    worker_start(2, HIGH, take, "h");
    thread_sleep(2);
    sem_post(&s);
    sem_post(&s);
    CHECK_EQ(sem_wait(&s, WAIT_NONE), -ETIMEDOUT); /* given to "m", which hasn't run yet */
    sem_post(&s);
    CHECK_EQ(sem_value(&s), 0);
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    CHECK_STR(log_text(), "hml");
}

TEST("a wait ends with a post or after its timeout, not before")
{
    uint64_t begin_ns = clock_ns();

    CHECK_EQ(sem_wait(&s, 5), -ETIMEDOUT);
    CHECK(clock_ns() - begin_ns >= 5000000);
    worker_start(0, LOW, post_later, NULL);
    CHECK_EQ(sem_wait(&s, 1000), 0);
    CHECK(clock_ns() - begin_ns < 900000000);
    CHECK_EQ(sem_value(&s), 0);
    worker_join(0);
}
