/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's events: that they come, in the right order, and tell the truth. */
#include <stdlib.h>
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/ipc.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <kernel/timer.h>
#include <profiler/filter.h>
#include <test/test.h>
#include "walk.h"

#define KEPT 64

static struct {
    unsigned id;
    uint32_t words[3];
} kept[KEPT];
static unsigned kept_count;
static unsigned at; /* how far expect() has come */

static struct trace_client client;
static struct thread helper;
THREAD_STACK(helper_stack, 768);

static void keep(const struct walk_record *r)
{
    if (kept_count < KEPT && r->cpu == 0) {
        kept[kept_count].id = r->id;
        for (unsigned i = 0; i < r->count && i < 3; i++) {
            kept[kept_count].words[i] = r->words[i];
        }
        kept_count++;
    }
}

static void begin(uint32_t services)
{
    kept_count = at = 0;
    walk_begin(WIRE_MODE_STREAM);
    REQUIRE(trace_client_register(&client, "kernel test") == 0);
    CHECK_EQ(trace_service_start(&client, services), 0);
    trace_rings_stop(false);
}

static void end(void)
{
    CHECK_EQ(trace_client_unregister(&client), 0);
    walk_end(keep);
    trace_rings_stop(false);
}

/* Look further on for the event; its words are where it is found. */
static const uint32_t *expect(const char *name)
{
    unsigned id = event_named(name);

    CHECK(id != 0);
    for (; at < kept_count; at++) {
        if (kept[at].id == id) {
            return kept[at++].words;
        }
    }
    test_note("no %s there", name);
    REQUIRE(!"the event comes");
    return NULL;
}

static void start(void (*entry)(void *), int above)
{
    const struct thread_attr attr = {
        .name = "helper",
        .entry = entry,
        .priority = (uint8_t)((int)thread_priority(thread_self()) + above),
        .affinity = 1,
        .stack = helper_stack,
        .stack_bytes = sizeof helper_stack,
    };

    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    REQUIRE(thread_create(&helper, &attr) == 0);
}

enum {
    PREEMPTED,
    YIELD,
    SLEEP,
    SUSPENDED,
    EXITED,
    MUTEX,
    SEM,
    QUEUE_GET,
    QUEUE_PUT,
    SEND,
    REPLY,
    RECEIVE,
    JOIN
};
enum { GIVEN, TIMEOUT, RESUMED, GONE };

static void expect_switch(const struct thread *to, unsigned reason)
{
    const uint32_t *w = expect("sched_switch");

    CHECK_EQ(w[0] >> 4, thread_id(to));
    CHECK_EQ(w[0] & 15, reason);
}

static void expect_wake(const struct thread *t, unsigned how, const void *object)
{
    const uint32_t *w = expect("sched_wake");

    CHECK_EQ(w[0] >> 2, thread_id(t));
    CHECK_EQ(w[0] & 3, how);
    CHECK_EQ(w[1], (uintptr_t)object);
}

static struct sem sem;

static void wait_sem(void *arg)
{
    (void)arg;
    sem_wait(&sem, WAIT_FOREVER);
    thread_sleep(2);
}

TEST("a life: created, waits, is woken ahead of the switch, sleeps, ends, is joined")
{
    struct thread *self = thread_self();

    sem_init(&sem, 0, 1);
    begin(TRACE_SWITCH | TRACE_THREAD | TRACE_SYNC);
    start(wait_sem, 1);
    sem_post(&sem);
    CHECK_EQ(thread_join(&helper, NULL, WAIT_FOREVER), 0);
    end();

    const uint32_t *w = expect("thread_new");

    CHECK_EQ(w[0], thread_id(&helper));
    CHECK_EQ(w[1], thread_priority(self) + 1);
    CHECK_EQ(w[2], (uintptr_t)wait_sem);
    expect_wake(&helper, RESUMED, NULL);
    expect_switch(&helper, PREEMPTED);
    w = expect("sync_wait");
    CHECK_EQ(w[0], (uintptr_t)&sem);
    CHECK_EQ(w[1], 1);
    expect_switch(self, SEM);
    w = expect("sync_give");
    CHECK_EQ(w[0], (uintptr_t)&sem);
    CHECK_EQ(w[1], thread_id(&helper) << 2 | 1);
    expect_wake(&helper, GIVEN, &sem);
    expect_switch(&helper, PREEMPTED);
    expect_switch(self, SLEEP);
    expect("sched_switch"); /* to idle: joins */
    CHECK_EQ(kept[at - 1].words[0] & 15, JOIN);
    expect_wake(&helper, TIMEOUT, NULL);
    expect_switch(&helper, PREEMPTED);
    expect("thread_end");
    expect_wake(self, GIVEN, &helper);
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

TEST("a message: sent by the short path, received, replied")
{
    struct thread *self = thread_self();
    struct ipc_msg msg = {{1}};

    begin(TRACE_SWITCH | TRACE_IPC | TRACE_IPC_SHORT);
    start(serve, 1);
    CHECK_EQ(ipc_send(&helper, &msg, WAIT_FOREVER), 0);
    CHECK_EQ(thread_join(&helper, NULL, WAIT_FOREVER), 0);
    end();

    expect_switch(&helper, PREEMPTED);
    expect_switch(self, RECEIVE);
    CHECK_EQ(expect("ipc_sent")[0], thread_id(&helper));
    expect_wake(&helper, GIVEN, &helper);
    CHECK_EQ(expect("ipc_short")[0], thread_id(&helper));
    expect_switch(&helper, REPLY);
    CHECK_EQ(expect("ipc_received")[0], thread_id(self));
    CHECK_EQ(expect("ipc_replied")[0], thread_id(self));
    expect_wake(self, GIVEN, &helper);
    expect_switch(self, RECEIVE);
    expect_wake(&helper, TIMEOUT, &helper);
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

TEST("mutex and queue: waits, inheritance and hand-overs")
{
    struct thread *self = thread_self();
    uint32_t item = 1;

    queue_init(&queue, one_item, sizeof item, 1);
    CHECK_EQ(mutex_lock(&mutex, WAIT_FOREVER), 0);
    begin(TRACE_SWITCH | TRACE_SYNC | TRACE_THREAD);
    start(want_all, 1);
    mutex_unlock(&mutex);
    queue_put(&queue, &item, WAIT_FOREVER);
    CHECK_EQ(thread_join(&helper, NULL, WAIT_FOREVER), 0);
    end();

    expect_switch(&helper, PREEMPTED);
    CHECK_EQ(expect("sync_wait")[0], (uintptr_t)&mutex);
    const uint32_t *w = expect("priority_set");

    CHECK_EQ(w[0], thread_id(self));
    CHECK_EQ(w[1], thread_priority(self) + 1);
    expect_switch(self, MUTEX);
    w = expect("sync_give");
    CHECK_EQ(w[0], (uintptr_t)&mutex);
    CHECK_EQ(w[1], thread_id(&helper) << 2);
    expect_wake(&helper, GIVEN, &mutex);
    expect_switch(&helper, PREEMPTED);
    expect_switch(self, QUEUE_GET);
    expect_wake(&helper, GIVEN, &queue);
}

static void yields(void *arg)
{
    (void)arg;
    thread_yield();
    thread_suspend(thread_self());
}

TEST("who yields and who is suspended is said so")
{
    struct thread *self = thread_self();

    begin(TRACE_SWITCH);
    start(yields, 0);
    thread_yield();
    thread_yield();
    thread_resume(&helper);
    thread_yield();
    CHECK_EQ(thread_join(&helper, NULL, WAIT_FOREVER), 0);
    end();

    expect_switch(&helper, YIELD);
    expect_switch(self, YIELD);
    expect_switch(&helper, YIELD);
    expect_switch(self, SUSPENDED);
    expect_wake(&helper, RESUMED, NULL);
    expect_switch(&helper, YIELD);
    expect_switch(self, EXITED);
}

static void fire(void *arg)
{
    (void)arg;
}

TEST("tick and timer come inside of their interrupt, which is left again")
{
    struct timer timer;

    timer_init(&timer, fire, NULL);
    begin(TRACE_TICK | TRACE_TIMER | TRACE_IRQ);
    timer_start(&timer, 1, 0);
    thread_sleep(4);
    end();
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

TEST("interrupts nest: each is left before the one around it")
{
    if (board.spare_lines[1] == 0) {
        test_skip("no two spare lines");
    }
    REQUIRE(irq_attach(board.spare_lines[0], 2, outer, NULL, "outer") == 0);
    REQUIRE(irq_attach(board.spare_lines[1], 0, inner, NULL, "inner") == 0);
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    begin(TRACE_IRQ);
    irqctl_pend(board.spare_lines[0]);
    end();
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

/* ------------------------------------------------------------------ clients and filters */

TRACE_EVENT_DEF(mine, TRACE_USER, "n");

TEST("a service runs until the last of two clients stops it")
{
    static struct trace_client a, b;

    CHECK_EQ(trace_service_start(&a, TRACE_USER), -2 /* ENOENT */);
    REQUIRE(trace_client_register(&a, "a") == 0 && trace_client_register(&b, "b") == 0);
    CHECK(trace_client_register(&a, "a") != 0);
    CHECK(!trace_event_is_on(mine));
    trace_service_start(&a, TRACE_USER);
    trace_service_start(&b, TRACE_USER | TRACE_IRQ);
    trace_service_stop(&a, TRACE_USER);
    CHECK(trace_event_is_on(mine));
    trace_event_enable(&mine, false);
    CHECK(!trace_event_is_on(mine));
    trace_event_enable(&mine, true);
    CHECK(trace_event_is_on(mine));
    trace_client_unregister(&b);
    CHECK(!trace_event_is_on(mine));
    CHECK_EQ(trace_services(), 0);
    trace_client_unregister(&a);
}

static void emit_mine(void *arg)
{
    (void)arg;
    for (uint32_t n = 0; n < 10; n++) {
        trace_event(mine, 1);
    }
}

static uint32_t mine_by(uint32_t who)
{
    uint32_t n = 0;

    for (unsigned i = 0; i < kept_count; i++) {
        n += kept[i].id == event_id_of(&mine) && kept[i].words[0] == who;
    }
    return n;
}

TEST("a hidden thread records nothing but the switches that concern others too")
{
    uint32_t kept_out;

    begin(TRACE_USER | TRACE_SWITCH);
    start(emit_mine, -1);
    trace_filter_set_mode(TRACE_FILTER_HIDE);
    CHECK_EQ(trace_filter_thread(thread_id(&helper), true), 0);
    CHECK_EQ(thread_join(&helper, NULL, WAIT_FOREVER), 0);
    trace_event(mine, 0);
    kept_out = trace_rings[0].unrecorded;
    trace_filter_clear();
    end();
    CHECK_EQ(mine_by(1), 0);
    CHECK_EQ(mine_by(0), 1);
    CHECK(kept_out >= 10);
    expect_switch(&helper, JOIN);
    expect_wake(thread_self(), GIVEN, &helper);
    expect_switch(thread_self(), EXITED);
}

TEST("only the chosen thread records, when that is asked for")
{
    begin(TRACE_USER | TRACE_SWITCH);
    start(emit_mine, -1);
    CHECK_EQ(trace_filter_thread(thread_id(&helper), true), 0);
    trace_filter_set_mode(TRACE_FILTER_ONLY);
    CHECK_EQ(thread_join(&helper, NULL, WAIT_FOREVER), 0);
    trace_event(mine, 0);
    trace_filter_clear();
    trace_event(mine, 2);
    end();
    CHECK_EQ(mine_by(1), 10);
    CHECK_EQ(mine_by(0), 0);
    CHECK_EQ(mine_by(2), 1);
}

TEST("a hidden CPU records nothing, interrupts included")
{
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    begin(TRACE_USER | TRACE_IRQ);
    CHECK_EQ(trace_filter_cpu(0, true), 0);
    trace_event(mine, 1);
    thread_sleep(3);
    CHECK_EQ(trace_filter_cpu(0, false), 0);
    trace_event(mine, 2);
    CHECK(trace_rings[0].unrecorded >= 3);
    CHECK(trace_filter_cpu(CONFIG_CPUS, true) != 0);
    end();
    CHECK_EQ(kept[0].words[0], 2);
}

TEST("memory allocated and freed is told, moved by realloc too")
{
    begin(TRACE_MEMORY);
    void *volatile p = malloc(40);
    uintptr_t first = (uintptr_t)p;
    void *volatile longer = realloc(p, 400);
    uintptr_t second = (uintptr_t)longer;

    free(longer);
    end();
    const uint32_t *w = expect("mem_alloc");

    CHECK_EQ(w[0], first);
    CHECK_EQ(w[1], 40);
    if (second != first) {
        CHECK_EQ(expect("mem_alloc")[0], second);
        CHECK_EQ(expect("mem_free")[0], first);
    }
    CHECK_EQ(expect("mem_free")[0], second);
}
