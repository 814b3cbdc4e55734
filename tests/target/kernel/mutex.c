/* SPDX-License-Identifier: BSD-2-Clause */
/* Mutexes: ownership, timeouts, and priority inheritance along chains. */
#include <errno.h>
#include <kernel/sync.h>
#include <test/test.h>
#include "worker.h"

static struct mutex m[3] = {MUTEX_INIT(m[0]), MUTEX_INIT(m[1]), MUTEX_INIT(m[2])};
static struct sem go = SEM_INIT(go, 0, 8);

static void lock_and_log(void *arg)
{
    CHECK_EQ(mutex_lock(&m[0], WAIT_FOREVER), 0);
    log_add(*(const char *)arg);
    CHECK_EQ(mutex_unlock(&m[0]), 0);
}

/* Hold m[0] until `go`. */
static void hold(void *arg)
{
    CHECK_EQ(mutex_lock(&m[0], WAIT_FOREVER), 0);
    CHECK_EQ(sem_wait(&go, WAIT_FOREVER), 0);
    log_add(*(const char *)arg);
    CHECK_EQ(mutex_unlock(&m[0]), 0);
    log_add('u');
}

static void lock_briefly(void *arg)
{
    CHECK_EQ(mutex_lock(&m[0], (uint32_t)(uintptr_t)arg), -ETIMEDOUT);
}

static void unlock_foreign(void *arg)
{
    (void)arg;
    CHECK_EQ(mutex_unlock(&m[0]), -EPERM);
    CHECK_EQ(mutex_lock(&m[0], WAIT_NONE), -ETIMEDOUT);
}

TEST("a mutex is recursive, and only its owner can unlock it")
{
    CHECK_EQ(mutex_unlock(&m[0]), -EPERM);
    CHECK_EQ(mutex_lock(&m[0], WAIT_FOREVER), 0);
    CHECK_EQ(mutex_lock(&m[0], WAIT_NONE), 0);
    worker_start(0, HIGH, unlock_foreign, NULL);
    worker_join(0);
    CHECK_EQ(mutex_unlock(&m[0]), 0);
    worker_start(0, HIGH, unlock_foreign, NULL);
    worker_join(0);
    CHECK_EQ(mutex_unlock(&m[0]), 0);
    CHECK_EQ(mutex_unlock(&m[0]), -EPERM);
}

TEST("a mutex is given to the waiter with the highest priority, and among equals to the first")
{
    log_clear();
    mutex_lock(&m[0], WAIT_FOREVER);
    worker_start(0, HIGH, lock_and_log, "a");
    worker_start(1, HIGH, lock_and_log, "b");
    worker_start(2, TOP, lock_and_log, "t");
    CHECK_EQ(thread_priority(thread_self()), TOP);
    mutex_unlock(&m[0]);
    CHECK_EQ(thread_priority(thread_self()), MAIN);
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    CHECK_STR(log_text(), "tab");
}

TEST("inheritance prevents priority inversion and ends with the unlock")
{
    log_clear();
    worker_start(0, LOW, hold, "l");
    thread_sleep(2); /* it owns the mutex now and waits for `go` */
    worker_start(1, TOP, lock_and_log, "t");
    CHECK_EQ(thread_priority(&worker[0]), TOP);
    sem_post(&go); /* order: the boosted owner, the waiter, this thread, the owner unboosted */
    log_add('m');
    CHECK_EQ(thread_priority(&worker[0]), LOW);
    worker_join(0);
    worker_join(1);
    CHECK_STR(log_text(), "ltmu");
}

static void hold_0_want_1(void *arg)
{
    (void)arg;
    mutex_lock(&m[0], WAIT_FOREVER);
    mutex_lock(&m[1], WAIT_FOREVER);
    log_add('0');
    mutex_unlock(&m[1]);
    mutex_unlock(&m[0]);
}

static void hold_1_want_2(void *arg)
{
    (void)arg;
    mutex_lock(&m[1], WAIT_FOREVER);
    mutex_lock(&m[2], WAIT_FOREVER);
    log_add('1');
    mutex_unlock(&m[2]);
    mutex_unlock(&m[1]);
}

TEST("inheritance follows a chain of three mutexes and is undone along it")
{
    log_clear();
    mutex_lock(&m[2], WAIT_FOREVER);
    worker_start(1, MAIN + 1, hold_1_want_2, NULL);
    worker_start(0, HIGH, hold_0_want_1, NULL);
    CHECK_EQ(thread_priority(thread_self()), HIGH);
    worker_start(2, TOP, lock_and_log, "t");
    CHECK_EQ(thread_priority(&worker[0]), TOP);
    CHECK_EQ(thread_priority(&worker[1]), TOP);
    CHECK_EQ(thread_priority(thread_self()), TOP);
    thread_set_priority(&worker[2], TOP + 1);
    CHECK_EQ(thread_priority(thread_self()), TOP + 1);
    thread_set_priority(&worker[2], HIGH);
    CHECK_EQ(thread_priority(thread_self()), HIGH);
    mutex_unlock(&m[2]);
    CHECK_EQ(thread_priority(thread_self()), MAIN);
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    CHECK_STR(log_text(), "10t");
}

TEST("a boost ends when the wait times out, also along a chain")
{
    mutex_lock(&m[2], WAIT_FOREVER);
    mutex_lock(&m[0], WAIT_FOREVER);
    worker_start(0, HIGH, lock_briefly, (void *)5);
    CHECK_EQ(thread_priority(thread_self()), HIGH);
    worker_join(0);
    CHECK_EQ(thread_priority(thread_self()), MAIN);
    mutex_unlock(&m[0]);

    worker_start(1, MAIN + 1, hold_1_want_2, NULL);
    worker_start(0, HIGH, hold_0_want_1, NULL);
    worker_start(2, TOP, lock_briefly, (void *)5);
    CHECK_EQ(thread_priority(thread_self()), TOP);
    worker_join(2);
    CHECK_EQ(thread_priority(thread_self()), HIGH);
    mutex_unlock(&m[2]);
    worker_join(0);
    worker_join(1);
    CHECK_EQ(thread_priority(thread_self()), MAIN);
}

TEST("a base priority set while boosted applies when the boost ends")
{
    log_clear();
    mutex_lock(&m[0], WAIT_FOREVER);
    worker_start(0, TOP, lock_and_log, "t");
    thread_set_priority(thread_self(), MID);
    CHECK_EQ(thread_priority(thread_self()), TOP);
    mutex_unlock(&m[0]);
    CHECK_EQ(thread_priority(thread_self()), MID);
    thread_set_priority(thread_self(), MAIN);
    worker_join(0);
}

static void close_circle(void *arg)
{
    (void)arg;
    CHECK_EQ(mutex_lock(&m[0], WAIT_FOREVER), 0);
    CHECK_EQ(sem_wait(&go, WAIT_FOREVER), 0);
    CHECK_EQ(mutex_lock(&m[1], WAIT_FOREVER), 0);
    log_add('a');
    mutex_unlock(&m[1]);
    mutex_unlock(&m[0]);
}

static void break_circle(void *arg)
{
    (void)arg;
    CHECK_EQ(mutex_lock(&m[1], WAIT_FOREVER), 0);
    CHECK_EQ(mutex_lock(&m[0], 50), -ETIMEDOUT);
    log_add('b');
    mutex_unlock(&m[1]);
}

TEST("a cycle of two mutexes ends when one wait times out, and the boosts end with it")
{
    log_clear();
    worker_start(0, LOW, close_circle, NULL);
    thread_sleep(10);
    worker_start(1, MID, break_circle, NULL);
    thread_sleep(10);
    CHECK_EQ(sem_post(&go), 0);
    thread_sleep(10);
    CHECK_EQ(thread_priority(&worker[0]), MID);
    CHECK_EQ(thread_set_priority(&worker[1], LOW + 1), 0);
    worker_join(1);
    worker_join(0);
    CHECK_STR(log_text(), "ba");
}
