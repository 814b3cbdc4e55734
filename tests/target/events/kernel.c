/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's events: they are recorded, in the right order, with the right data. */
#include <stdlib.h>
#include <drivers/board.h>
#include <drivers/clock.h>
#include <drivers/irqctl.h>
#include <kernel/ipc.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <kernel/timer.h>
#include <spoor/event.h>
#include <test/test.h>
#include "expect.h"
#include "walk.h"

static struct sem sem;

static void wait_sem(void *arg)
{
    (void)arg;
    sem_wait(&sem, WAIT_FOREVER);
    thread_sleep(2);
}

TEST("a thread's life is recorded: created, blocked, woken before the switch, asleep, ended, joined")
{
    struct thread *self = thread_self();

    sem_init(&sem, 0, 1);
    expect_begin(TRACE_SWITCH | TRACE_THREAD | TRACE_SYNC);
    expect_helper(wait_sem, 1);
    sem_post(&sem);
    CHECK_EQ(thread_join(&expected_helper, NULL, WAIT_FOREVER), 0);
    expect_end();

    const uint32_t *w = expect("thread_new");

    CHECK_EQ(w[0], thread_id(&expected_helper));
    CHECK_EQ(w[1], thread_priority(self) + 1);
    CHECK_EQ(w[2], (uintptr_t)wait_sem);
    expect_wake(&expected_helper, RESUMED, NULL);
    expect_switch(&expected_helper, PREEMPTED);
    w = expect("sync_wait");
    CHECK_EQ(w[0], (uintptr_t)&sem);
    CHECK_EQ(w[1], 1);
    expect_switch(self, SEM);
    w = expect("sync_give");
    CHECK_EQ(w[0], (uintptr_t)&sem);
    CHECK_EQ(w[1], thread_id(&expected_helper) << 2 | 1);
    expect_wake(&expected_helper, GIVEN, &sem);
    expect_switch(&expected_helper, PREEMPTED);
    expect_switch(self, SLEEP);
    w = expect("sched_switch"); /* to idle: this thread joins */
    CHECK_EQ(w[0] & 15, JOIN);
    expect_wake(&expected_helper, TIMEOUT, NULL);
    expect_switch(&expected_helper, PREEMPTED);
    expect("thread_end");
    expect_wake(self, GIVEN, &expected_helper);
    expect_switch(self, EXITED);
}

static void serve(void *arg)
{
    struct thread *from;
    struct ipc_msg msg;

    (void)arg;
    ipc_receive(&from, &msg, WAIT_FOREVER);
    ipc_reply(from, &msg);
    ipc_receive(&from, &msg, 1);
}

TEST("a message is recorded as sent by the short path, received and replied to")
{
    struct thread *self = thread_self();
    struct ipc_msg msg = {{1}};

    expect_begin(TRACE_SWITCH | TRACE_IPC | TRACE_IPC_SHORT);
    expect_helper(serve, 1);
    CHECK_EQ(ipc_send(&expected_helper, &msg, WAIT_FOREVER), 0);
    CHECK_EQ(thread_join(&expected_helper, NULL, WAIT_FOREVER), 0);
    expect_end();

    expect_switch(&expected_helper, PREEMPTED);
    expect_switch(self, RECEIVE);
    CHECK_EQ(expect("ipc_sent")[0], thread_id(&expected_helper));
    expect_wake(&expected_helper, GIVEN, &expected_helper);
    CHECK_EQ(expect("ipc_short")[0], thread_id(&expected_helper));
    expect_switch(&expected_helper, REPLY);
    CHECK_EQ(expect("ipc_received")[0], thread_id(self));
    CHECK_EQ(expect("ipc_replied")[0], thread_id(self));
    expect_wake(self, GIVEN, &expected_helper);
    expect_switch(self, RECEIVE);
    expect_wake(&expected_helper, TIMEOUT, &expected_helper);
}

static struct mutex mutex = MUTEX_INIT(mutex);
static uint32_t one_item[1];
static struct queue queue;

static void want_all(void *arg)
{
    uint32_t item;

    (void)arg;
    mutex_lock(&mutex, WAIT_FOREVER);
    mutex_unlock(&mutex);
    queue_get(&queue, &item, WAIT_FOREVER);
    thread_yield();
}

TEST("waits, inheritance and hand-overs of a mutex and a queue are recorded")
{
    struct thread *self = thread_self();
    uint32_t item = 1;

    queue_init(&queue, one_item, sizeof item, 1);
    CHECK_EQ(mutex_lock(&mutex, WAIT_FOREVER), 0);
    expect_begin(TRACE_SWITCH | TRACE_SYNC | TRACE_THREAD);
    expect_helper(want_all, 1);
    mutex_unlock(&mutex);
    queue_put(&queue, &item, WAIT_FOREVER);
    CHECK_EQ(thread_join(&expected_helper, NULL, WAIT_FOREVER), 0);
    expect_end();

    expect_switch(&expected_helper, PREEMPTED);
    const uint32_t *w = expect("sync_wait");

    CHECK_EQ(w[0], (uintptr_t)&mutex);
    CHECK_EQ(w[1], thread_id(self) << 2); /* the owner */
    w = expect("priority_set");
    CHECK_EQ(w[0], thread_id(self));
    CHECK_EQ(w[1], thread_priority(self) + 1);
    expect_switch(self, MUTEX);
    w = expect("sync_give");
    CHECK_EQ(w[0], (uintptr_t)&mutex);
    CHECK_EQ(w[1], thread_id(&expected_helper) << 2);
    expect_wake(&expected_helper, GIVEN, &mutex);
    expect_switch(&expected_helper, PREEMPTED);
    expect_switch(self, QUEUE_GET);
    expect_wake(&expected_helper, GIVEN, &queue);
}

static void yields(void *arg)
{
    (void)arg;
    thread_yield();
    thread_suspend(thread_self());
}

TEST("a yield and a suspension are recorded as such")
{
    struct thread *self = thread_self();

    expect_begin(TRACE_SWITCH);
    expect_helper(yields, 0);
    thread_yield();
    thread_yield();
    thread_resume(&expected_helper);
    thread_yield();
    CHECK_EQ(thread_join(&expected_helper, NULL, WAIT_FOREVER), 0);
    expect_end();

    expect_switch(&expected_helper, YIELD);
    expect_switch(self, YIELD);
    expect_switch(&expected_helper, YIELD);
    expect_switch(self, SUSPENDED);
    expect_wake(&expected_helper, RESUMED, NULL);
    expect_switch(&expected_helper, YIELD);
    expect_switch(self, EXITED);
}

static void fire(void *arg)
{
    (void)arg;
}

TEST("tick and timer events are recorded between enter and leave of their interrupt")
{
    struct timer timer;

    timer_init(&timer, fire, NULL);
    expect_begin(TRACE_TICK | TRACE_TIMER | TRACE_IRQ);
    timer_start(&timer, 1, 0);
    thread_sleep(4);
    expect_end();
    CHECK_EQ(expect("irq_enter")[0], board.tick->line);
    expect("kernel_tick");
    const uint32_t *w = expect("timer_expired");

    CHECK_EQ(w[0], (uintptr_t)&timer);
    CHECK_EQ(w[1], (uintptr_t)fire);
    expect("irq_exit");
}

static void inner(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
}

static void outer(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    irqctl_pend(board.spare_lines[1]);
    __asm__ volatile("" ::: "memory");
}

TEST("a nested interrupt is left before the one it interrupted")
{
    if (board.spare_lines[1] == 0) {
        test_skip("no two spare lines");
    }
    REQUIRE(irq_attach(board.spare_lines[0], 2, outer, NULL, "outer") == 0);
    REQUIRE(irq_attach(board.spare_lines[1], 0, inner, NULL, "inner") == 0);
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    expect_begin(TRACE_IRQ);
    irqctl_pend(board.spare_lines[0]);
    expect_end();
    irq_detach(board.spare_lines[0]);
    irq_detach(board.spare_lines[1]);

    unsigned depth = 0, deepest = 0, enter = event_named("irq_enter");

    for (unsigned n = 0; n < kept_count; n++) {
        depth += kept[n].id == enter ? 1u : -1u;
        CHECK(depth <= 3);
        deepest = depth > deepest ? depth : deepest;
    }
    CHECK_EQ(depth, 0);
    CHECK(deepest >= 2);
}

TEST("with sync_all, gets and puts that don't wait are recorded with the resulting level")
{
    uint32_t item = 1;
    struct sem counted;

    sem_init(&counted, 1, 3);
    queue_init(&queue, one_item, sizeof item, 1);
    expect_begin(TRACE_SYNC_ALL);
    CHECK_EQ(sem_post(&counted), 0);
    CHECK_EQ(sem_wait(&counted, WAIT_NONE), 0);
    CHECK_EQ(queue_put(&queue, &item, WAIT_NONE), 0);
    CHECK_EQ(queue_get(&queue, &item, WAIT_NONE), 0);
    CHECK_EQ(mutex_lock(&mutex, WAIT_NONE), 0);
    CHECK_EQ(mutex_lock(&mutex, WAIT_NONE), 0);
    CHECK_EQ(mutex_unlock(&mutex), 0);
    CHECK_EQ(mutex_unlock(&mutex), 0);
    expect_end();
    const struct {
        const char *name;
        const void *object;
        uint32_t kind, level;
    } expected[] = {
        {"sync_put", &counted, 1, 2}, {"sync_take", &counted, 1, 1}, {"sync_put", &queue, 3, 1},
        {"sync_take", &queue, 2, 0},  {"sync_take", &mutex, 0, 1},   {"sync_take", &mutex, 0, 2},
        {"sync_put", &mutex, 0, 1},   {"sync_put", &mutex, 0, 0},
    };

    for (unsigned n = 0; n < sizeof expected / sizeof expected[0]; n++) {
        const uint32_t *w = expect(expected[n].name);

        CHECK_EQ(w[0], (uintptr_t)expected[n].object);
        CHECK_EQ(w[1], expected[n].level << 2 | expected[n].kind);
    }
}

TEST("when recording of switches starts, the state of each thread is recorded")
{
    enum { RUNS = 14 };
    unsigned runs = 0, waits = 0;

    sem_init(&sem, 0, 1);
    expect_helper(wait_sem, 1);
    expect_begin(TRACE_SWITCH);
    expect_end();
    sem_post(&sem);
    CHECK_EQ(thread_join(&expected_helper, NULL, WAIT_FOREVER), 0);
    expect("services");
    for (unsigned n = 0; n < kept_count; n++) {
        const uint32_t *w = kept[n].words;

        if (w[0] == (thread_id(thread_self()) << 4 | RUNS)) {
            CHECK_EQ(w[1], 0);
            CHECK_EQ(w[2], 0); /* its CPU */
            runs++;
        } else if (w[0] == (thread_id(&expected_helper) << 4 | SEM)) {
            CHECK_EQ(w[1], (uintptr_t)&sem);
            waits++;
        }
    }
    CHECK_EQ(runs, 1);
    CHECK_EQ(waits, 1);
}

TEST("a thread's name and activations are recorded")
{
    struct thread_period period;

    expect_begin(TRACE_THREAD);
    expect_helper(wait_sem, 1);
    thread_period_begin(&period, 3, 2);
    thread_period_wait(&period);
    expect_end();
    sem_post(&sem);
    CHECK_EQ(thread_join(&expected_helper, NULL, WAIT_FOREVER), 0);
    CHECK_EQ(kept[0].id, SPOOR_WIRE_ID_THREAD);
    CHECK_EQ(kept[0].words[1], thread_id(&expected_helper));
    const uint32_t *w = expect("thread_period");

    CHECK_EQ(w[0], thread_id(thread_self()));
    CHECK_EQ(w[1], 3 * (uint64_t)clock_hz() / 1000);
    CHECK_EQ(w[2], 2 * (uint64_t)clock_hz() / 1000);
    CHECK_EQ(expect("thread_activated")[0], thread_id(thread_self()));
    CHECK_EQ(expect("thread_activated")[0], thread_id(thread_self()));
}

TEST("allocations and frees are recorded, including a move by realloc")
{
    expect_begin(TRACE_MEMORY);
    void *volatile p = malloc(40);
    uintptr_t first = (uintptr_t)p;
    void *volatile longer = realloc(p, 400);
    uintptr_t second = (uintptr_t)longer;

    free(longer);
    expect_end();
    const uint32_t *w = expect("mem_alloc");

    CHECK_EQ(w[0], first);
    CHECK_EQ(w[1], 40);
    if (second != first) {
        CHECK_EQ(expect("mem_alloc")[0], second);
        CHECK_EQ(expect("mem_free")[0], first);
    }
    w = expect("mem_free");
    CHECK_EQ(w[0], second);
    CHECK(w[1] >= 400 && w[1] < 500);
}
