/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages: rendezvous, the short path, partners that end, timeouts. */
#include <errno.h>
#include <kernel/ipc.h>
#include <kernel/sync.h>
#include <test/test.h>
#include "worker.h"

#define STOP   UINT32_MAX
#define ROUNDS 10

/* Reply with the first word doubled until a STOP message. */
static void serve(void *arg)
{
    struct thread *from = NULL;
    struct ipc_msg msg = {{0}};

    (void)arg;
    while (ipc_reply_receive(&from, &msg, WAIT_FOREVER) == 0 && msg.word[0] != STOP) {
        msg.word[0] *= 2;
        msg.word[3]++;
    }
    ipc_reply(from, &msg);
}

static void stop_server(unsigned n)
{
    struct ipc_msg msg = {{STOP}};

    CHECK_EQ(ipc_send(&worker[n], &msg, WAIT_FOREVER), 0);
    worker_join(n);
}

static void exchange(void)
{
    for (uint32_t i = 0; i < ROUNDS; i++) {
        struct ipc_msg msg = {{i, 1, 2, 3}};

        CHECK_EQ(ipc_send(&worker[0], &msg, WAIT_FOREVER), 0);
        CHECK_EQ(msg.word[0], 2 * i);
        CHECK_EQ(msg.word[2], 2);
        CHECK_EQ(msg.word[3], 4);
    }
}

TEST("message and reply both take the short path")
{
    worker_start(0, HIGH, serve, NULL);
    uint32_t before = ipc_short_path_count();
    uint32_t switches = sched_switch_count();

    exchange();
    CHECK_EQ(ipc_short_path_count() - before, 2 * ROUNDS);
    CHECK(sched_switch_count() - switches >= 2 * ROUNDS);
    stop_server(0);
}

TEST("a lower-priority server also answers by the short path")
{
    worker_start(0, LOW, serve, NULL);
    thread_sleep(2);
    uint32_t before = ipc_short_path_count();

    exchange();
    CHECK_EQ(ipc_short_path_count() - before, 2 * ROUNDS);
    stop_server(0);
}

static void log_mid(void *arg)
{
    (void)arg;
    log_add('m');
}

static void serve_one_logged(void *arg)
{
    struct thread *from;
    struct ipc_msg msg;

    (void)arg;
    CHECK_EQ(ipc_receive(&from, &msg, WAIT_FOREVER), 0);
    log_add('s');
    CHECK_EQ(ipc_reply(from, &msg), 0);
}

/* Make a thread ready that has a higher priority than the caller, then reply. */
static void serve_with_another_ready(void *arg)
{
    struct thread *from = NULL;
    struct ipc_msg msg;

    (void)arg;
    CHECK_EQ(ipc_receive(&from, &msg, WAIT_FOREVER), 0);
    worker_start(1, MID, log_mid, NULL);
    CHECK_EQ(ipc_reply_receive(&from, &msg, 5), -ETIMEDOUT);
}

static void call_logged(void *arg)
{
    struct ipc_msg msg = {{0}};

    (void)arg;
    CHECK_EQ(ipc_send(&worker[0], &msg, WAIT_FOREVER), 0);
    log_add('c');
}

TEST("the short path is not taken while a higher-priority thread is ready")
{
    log_clear();
    worker_start(0, HIGH, serve_with_another_ready, NULL);
    worker_start(2, LOW, call_logged, NULL);
    worker_join(0);
    worker_join(1);
    worker_join(2);
    CHECK_STR(log_text(), "mc");
}

static void send_letter(void *arg)
{
    struct ipc_msg msg = {{*(const uint8_t *)arg}};

    CHECK_EQ(ipc_send(&worker[3], &msg, WAIT_FOREVER), 0);
}

static void log_three(void *arg)
{
    (void)arg;
    for (int i = 0; i < 3; i++) {
        struct thread *from;
        struct ipc_msg msg;

        CHECK_EQ(ipc_receive(&from, &msg, WAIT_FOREVER), 0);
        log_add((char)msg.word[0]);
        CHECK_EQ(ipc_reply(from, &msg), 0);
        CHECK_EQ(ipc_reply(from, &msg), -ESRCH);
    }
}

TEST("waiting messages are received in order of priority")
{
    log_clear();
    worker_start(3, LOW, log_three, NULL);
    thread_suspend(&worker[3]);
    worker_start(0, HIGH, send_letter, "a");
    worker_start(1, HIGH, send_letter, "b");
    worker_start(2, TOP, send_letter, "t");
    thread_resume(&worker[3]);
    for (unsigned i = 0; i < WORKERS; i++) {
        worker_join(i);
    }
    CHECK_STR(log_text(), "tab");
}

static void receive_and_die(void *arg)
{
    struct thread *from;
    struct ipc_msg msg;

    thread_sleep(2);
    if (arg != NULL) {
        CHECK_EQ(ipc_receive(&from, &msg, WAIT_FOREVER), 0);
    }
}

TEST("when a receiver ends, its senders wake, whether or not their messages were received")
{
    struct ipc_msg msg = {{0}};

    worker_start(0, HIGH, receive_and_die, NULL);
    CHECK_EQ(ipc_send(&worker[0], &msg, WAIT_FOREVER), -ESRCH); /* not received */
    CHECK_EQ(ipc_send(&worker[0], &msg, WAIT_FOREVER), -ESRCH); /* has exited */
    worker_start(0, HIGH, receive_and_die, "r");
    CHECK_EQ(ipc_send(&worker[0], &msg, WAIT_FOREVER), -ESRCH); /* received, not answered */
    CHECK_EQ(ipc_send(thread_self(), &msg, WAIT_FOREVER), -EDEADLK);
}

static void send_briefly(void *arg)
{
    struct ipc_msg msg = {{5}};

    CHECK_EQ(ipc_send(arg, &msg, 3), -ETIMEDOUT);
    CHECK_EQ(msg.word[0], 5);
}

TEST("a sender that timed out and ended is safe to receive from and reply to")
{
    struct thread *from = NULL;
    struct ipc_msg msg = {{0}};

    worker_start(0, HIGH, send_briefly, thread_self()); /* not received */
    worker_join(0);
    CHECK_EQ(ipc_receive(&from, &msg, WAIT_NONE), -ETIMEDOUT);

    worker_start(0, HIGH, send_briefly, thread_self()); /* received, reply too late */
    CHECK_EQ(ipc_receive(&from, &msg, WAIT_NONE), 0);
    CHECK(from == &worker[0]);
    worker_join(0);
    msg.word[0] = 9;
    CHECK_EQ(ipc_reply(from, &msg), -ESRCH);
    CHECK_EQ(ipc_reply_receive(&from, &msg, 2), -ETIMEDOUT);
}

TEST("a message sent after a receive timed out is still received")
{
    struct thread *from = NULL;
    struct ipc_msg msg;

    CHECK_EQ(ipc_receive(&from, &msg, 3), -ETIMEDOUT);
    CHECK(from == NULL);
    worker_start(0, LOW, serve_one_logged, NULL);
    msg.word[0] = 1;
    CHECK_EQ(ipc_send(&worker[0], &msg, 1000), 0);
    worker_join(0);
}

/* ------------------------------------------------------------------ inheritance */

static struct sem received = SEM_INIT(received, 0, 1), goes_on = SEM_INIT(goes_on, 0, 1);

static void serve_once(void *arg)
{
    struct thread *from;
    struct ipc_msg msg;

    (void)arg;
    CHECK_EQ(ipc_receive(&from, &msg, WAIT_FOREVER), 0);
    sem_post(&received);
    CHECK_EQ(sem_wait(&goes_on, WAIT_FOREVER), 0);
    log_add('s');
    ipc_reply(from, &msg);
    log_add('r');
}

static void call_for_long(void *arg)
{
    struct ipc_msg msg = {{0}};

    (void)arg;
    CHECK_EQ(ipc_send(&worker[0], &msg, WAIT_FOREVER), 0);
    log_add('c');
}

static void log_m(void *arg)
{
    (void)arg;
    log_add('m');
}

TEST("a server inherits its caller's priority from the message to the reply")
{
    log_clear();
    worker_start(0, LOW, serve_once, NULL);
    worker_start(1, TOP, call_for_long, NULL); /* the server hasn't run yet */
    CHECK_EQ(thread_priority(&worker[0]), TOP);
    CHECK_EQ(sem_wait(&received, WAIT_FOREVER), 0);
    CHECK_EQ(thread_priority(&worker[0]), TOP);
    sched_lock();
    worker_start(2, HIGH, log_m, NULL);
    sem_post(&goes_on);
    sched_unlock(); /* the boosted server runs before worker 2, which runs before this thread */
    CHECK_STR(log_text(), "scm");
    CHECK_EQ(thread_priority(&worker[0]), LOW);
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    CHECK_STR(log_text(), "scmr");
}

static void call_briefly(void *arg)
{
    struct ipc_msg msg = {{0}};

    (void)arg;
    CHECK_EQ(ipc_send(&worker[0], &msg, 3), -ETIMEDOUT);
}

TEST("the boost ends when a call times out, before or after its message was received")
{
    log_clear();
    worker_start(0, LOW, serve_once, NULL);
    worker_start(1, TOP, call_briefly, NULL);
    CHECK_EQ(thread_priority(&worker[0]), TOP);
    CHECK_EQ(sem_wait(&received, WAIT_FOREVER), 0);
    worker_join(1);
    CHECK_EQ(thread_priority(&worker[0]), LOW);
    sem_post(&goes_on);
    worker_join(0);
}

static struct mutex held_by_caller = MUTEX_INIT(held_by_caller);

static void lock_and_call(void *arg)
{
    CHECK_EQ(mutex_lock(&held_by_caller, WAIT_FOREVER), 0);
    call_for_long(arg);
    CHECK_EQ(mutex_unlock(&held_by_caller), 0);
}

static void lock_briefly(void *arg)
{
    (void)arg;
    CHECK_EQ(mutex_lock(&held_by_caller, WAIT_FOREVER), 0);
    CHECK_EQ(mutex_unlock(&held_by_caller), 0);
}

TEST("inheritance passes from a mutex through a call to the server, and follows a changed priority")
{
    log_clear();
    worker_start(0, LOW, serve_once, NULL);
    worker_start(1, MID, lock_and_call, NULL);
    CHECK_EQ(sem_wait(&received, WAIT_FOREVER), 0);
    CHECK_EQ(thread_priority(&worker[0]), MID);
    worker_start(2, TOP, lock_briefly, NULL);
    CHECK_EQ(thread_priority(&worker[1]), TOP);
    CHECK_EQ(thread_priority(&worker[0]), TOP);
    thread_set_priority(&worker[2], HIGH);
    CHECK_EQ(thread_priority(&worker[0]), HIGH);
    sem_post(&goes_on);
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    CHECK_STR(log_text(), "scr");
}

static void end_when_told(void *arg)
{
    (void)arg;
    CHECK_EQ(sem_wait(&goes_on, WAIT_FOREVER), 0);
}

static void join_0(void *arg)
{
    CHECK_EQ(thread_join(&worker[0], NULL, (uint32_t)(uintptr_t)arg), arg == (void *)3 ? -ETIMEDOUT : 0);
}

TEST("a joined thread inherits the priority of the thread that waits for it")
{
    worker_start(0, LOW, end_when_told, NULL);
    worker_start(1, TOP, join_0, (void *)3);
    CHECK_EQ(thread_priority(&worker[0]), TOP);
    worker_join(1);
    CHECK_EQ(thread_priority(&worker[0]), LOW);
    worker_start(1, HIGH, join_0, (void *)(uintptr_t)WAIT_FOREVER);
    CHECK_EQ(thread_priority(&worker[0]), HIGH);
    sem_post(&goes_on);
    worker_join(1);
    worker_join(0);
}

static void call_each_other(void *arg)
{
    struct ipc_msg msg = {{0}};
    struct thread *other = arg;

    CHECK_EQ(ipc_send(other, &msg, 5), -ETIMEDOUT);
}

TEST("a cycle of calls ends with a timeout and restores all priorities")
{
    sched_lock(); /* create all before one runs */
    worker_start(0, HIGH, call_each_other, &worker[1]);
    worker_start(1, MID, call_each_other, &worker[0]);
    worker_start(2, TOP, call_each_other, &worker[0]);
    sched_unlock();
    thread_sleep(2);
    CHECK_EQ(thread_priority(&worker[0]), TOP);
    CHECK_EQ(thread_priority(&worker[1]), TOP);
    worker_join(2);
    worker_join(1);
    worker_join(0);
}
