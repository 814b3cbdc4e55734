/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads: creation, end, priorities, time slices, sleep, suspension. */
#include <errno.h>
#include <string.h>
#include <spoor/port/irq.h>
#include <drivers/clock.h>
#include <kernel/sync.h>
#include <kernel/timer.h>
#include <test/test.h>
#include "worker.h"

#define NS_PER_MS UINT64_C(1000000)

static volatile bool stop;

static void log_arg(void *arg)
{
    log_add(*(const char *)arg);
}

static void exit_42(void *arg)
{
    (void)arg;
    thread_exit(42);
}

static void sleep_arg(void *arg)
{
    thread_sleep((uint32_t)(uintptr_t)arg);
    log_add((char)('0' + (uintptr_t)arg / 10));
}

TEST("thread_create rejects invalid attributes")
{
    static uint8_t stack[THREAD_STACK_BYTES(512)] __attribute__((aligned(8)));
    static struct thread t;
    const struct thread_attr good = {
        .entry = log_arg, .priority = LOW, .stack = stack, .stack_bytes = sizeof stack, .suspended = true};
    struct thread_attr a;

    a = good, a.priority = 0;
    CHECK_EQ(thread_create(&t, &a), -EINVAL);
    a = good, a.priority = THREAD_PRIORITY_MAX + 1;
    CHECK_EQ(thread_create(&t, &a), -EINVAL);
    a = good, a.entry = NULL;
    CHECK_EQ(thread_create(&t, &a), -EINVAL);
    a = good, a.stack = NULL;
    CHECK_EQ(thread_create(&t, &a), -EINVAL);
    a = good, a.stack = stack + 4;
    CHECK_EQ(thread_create(&t, &a), -EINVAL);
    a = good, a.stack_bytes = THREAD_STACK_MIN_BYTES - 1;
    CHECK_EQ(thread_create(&t, &a), -EINVAL);
    a = good, a.affinity = 0x80;
    CHECK_EQ(thread_create(&t, &a), -EINVAL);
}

TEST("a thread's exit code reaches the joiner, before or after its end")
{
    int code = -1;

    worker_start(0, LOW, exit_42, NULL); /* ends while this thread waits */
    CHECK_EQ(thread_join(&worker[0], &code, WAIT_FOREVER), 0);
    CHECK_EQ(code, 42);
    worker_start(0, HIGH, exit_42, NULL); /* has already ended */
    code = -1;
    CHECK_EQ(thread_join(&worker[0], &code, WAIT_NONE), 0);
    CHECK_EQ(code, 42);
    worker_start(0, HIGH, log_arg, "x"); /* returns from its entry */
    CHECK_EQ(thread_join(&worker[0], &code, WAIT_FOREVER), 0);
    CHECK_EQ(code, 0);
}

TEST("a join times out, and a thread can't join itself")
{
    worker_start(0, LOW, sleep_arg, (void *)30);
    CHECK_EQ(thread_join(&worker[0], NULL, WAIT_NONE), -ETIMEDOUT);
    CHECK_EQ(thread_join(&worker[0], NULL, 3), -ETIMEDOUT);
    CHECK_EQ(thread_join(thread_self(), NULL, WAIT_FOREVER), -EDEADLK);
    worker_join(0);
}

TEST("a higher-priority thread runs at once, a lower-priority one when the CPU is free")
{
    log_clear();
    worker_start(0, HIGH, log_arg, "h");
    worker_start(1, LOW, log_arg, "l");
    worker_start(2, MID, log_arg, "m");
    log_add('.');
    worker_join(1);
    CHECK_STR(log_text(), "h.ml");
}

static void yield_thrice(void *arg)
{
    for (int i = 0; i < 3; i++) {
        log_arg(arg);
        thread_yield();
    }
}

TEST("threads of equal priority that yield take turns in order")
{
    log_clear();
    worker_start(0, MID, yield_thrice, "a");
    worker_start(1, MID, yield_thrice, "b");
    worker_start(2, MID, yield_thrice, "c");
    worker_join(2);
    CHECK_STR(log_text(), "abcabcabc");
}

static void count_up(void *arg)
{
    volatile uint32_t *n = arg;

    while (!stop) {
        (*n)++;
    }
}

TEST("threads of equal priority that never wait share the CPU by time slices")
{
    static volatile uint32_t n[3];

    stop = false;
    for (unsigned i = 0; i < 3; i++) {
        n[i] = 0;
        worker_start(i, MID, count_up, (void *)&n[i]);
    }
    thread_sleep(CONFIG_SLICE_TICKS * 9 * 1000 / CONFIG_TICK_HZ);
    stop = true;
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
        CHECK(n[i] > n[0] / 2 && n[i] / 2 < n[0]);
    }
}

TEST("a preempted thread resumes its time slice")
{
    static volatile uint32_t n;

    log_clear();
    stop = false;
    worker_start(0, MID, count_up, (void *)&n);
    worker_start(1, MID, log_arg, "b");
    thread_sleep(2); /* this thread preempts worker 0 */
    CHECK_STR(log_text(), "");
    thread_sleep(2);
    CHECK_STR(log_text(), "");
    thread_sleep(CONFIG_SLICE_TICKS * 2 * 1000 / CONFIG_TICK_HZ);
    CHECK_STR(log_text(), "b");
    stop = true;
    worker_join(0);
    worker_join(1);
}

TEST("sleep lasts at least as long as asked, and sleepers wake in order of time")
{
    uint64_t begin_ns = clock_ns();

    log_clear();
    worker_start(0, HIGH, sleep_arg, (void *)30);
    worker_start(1, HIGH, sleep_arg, (void *)10);
    worker_start(2, HIGH, sleep_arg, (void *)20);
    for (unsigned i = 0; i < 3; i++) {
        worker_join(i);
    }
    CHECK(clock_ns() - begin_ns >= 30 * NS_PER_MS);
    CHECK_STR(log_text(), "123");
}

TEST("no sleep is too short, however late the previous tick was")
{
    for (uint32_t eighths = 1; eighths < 24; eighths++) {
        uint32_t state = spoor_irq_save();
        uint64_t begin_ns = clock_ns();

        while (clock_ns() - begin_ns < eighths * NS_PER_MS / 8) {
        }
        spoor_irq_restore(state);
        begin_ns = clock_ns();
        thread_sleep(2);
        CHECK(clock_ns() - begin_ns >= 2 * NS_PER_MS);
    }
}

static void suspend_self(void *arg)
{
    log_add('a');
    thread_suspend(thread_self());
    log_arg(arg);
}

TEST("a suspended thread doesn't run until it is resumed")
{
    log_clear();
    worker_start(0, MID, log_arg, "r"); /* ready, but not running yet */
    CHECK_EQ(thread_suspend(&worker[0]), 0);
    thread_sleep(2);
    CHECK_STR(log_text(), "");
    CHECK_EQ(thread_resume(&worker[0]), 0);
    worker_join(0);
    CHECK_STR(log_text(), "r");
    CHECK_EQ(thread_suspend(&worker[0]), -ESRCH);
    CHECK_EQ(thread_resume(&worker[0]), -EINVAL);

    log_clear();
    worker_start(0, HIGH, suspend_self, "b");
    CHECK_STR(log_text(), "a");
    CHECK_EQ(thread_resume(thread_self()), -EINVAL);
    CHECK_EQ(thread_resume(&worker[0]), 0);
    CHECK_STR(log_text(), "ab");
    worker_join(0);
}

static void take_sem(void *arg)
{
    CHECK_EQ(sem_wait(arg, WAIT_FOREVER), 0);
    log_add('t');
}

TEST("a thread suspended while it waits is still given what it waits for, and runs when resumed")
{
    struct sem s;

    log_clear();
    sem_init(&s, 0, 1);
    worker_start(0, HIGH, take_sem, &s);
    CHECK_EQ(thread_suspend(&worker[0]), 0);
    CHECK_EQ(sem_post(&s), 0);
    CHECK_EQ(sem_value(&s), 0);
    thread_sleep(2);
    CHECK_STR(log_text(), "");
    CHECK_EQ(thread_resume(&worker[0]), 0);
    CHECK_STR(log_text(), "t");
    worker_join(0);

    log_clear();
    worker_start(0, HIGH, sleep_arg, (void *)10);
    CHECK_EQ(thread_suspend(&worker[0]), 0);
    thread_sleep(20);
    CHECK_STR(log_text(), "");
    CHECK_EQ(thread_resume(&worker[0]), 0);
    CHECK_STR(log_text(), "1");
    worker_join(0);
}

TEST("a change of priority takes effect at once for a ready and for the running thread")
{
    log_clear();
    worker_start(0, LOW, log_arg, "0");
    worker_start(1, LOW, log_arg, "1");
    CHECK_EQ(thread_set_priority(&worker[1], HIGH), 0);
    CHECK_STR(log_text(), "1");
    CHECK_EQ(thread_set_priority(thread_self(), LOW - 1), 0);
    log_add('m');
    CHECK_EQ(thread_set_priority(thread_self(), MAIN), 0);
    CHECK_STR(log_text(), "10m");
    CHECK_EQ(thread_set_priority(thread_self(), 0), -EINVAL);
    CHECK_EQ(thread_set_priority(thread_self(), THREAD_PRIORITY_MAX + 1), -EINVAL);
    CHECK_EQ(thread_priority(thread_self()), MAIN);
    worker_join(0);
    worker_join(1);
}

TEST("sched_lock prevents switches until the last unlock")
{
    log_clear();
    sched_lock();
    sched_lock();
    worker_start(0, HIGH, log_arg, "h");
    sched_unlock();
    log_add('.');
    sched_unlock();
    CHECK_STR(log_text(), ".h");
    worker_join(0);
}

/* Find a thread by name in the list of threads. */
static bool find_info(const char *name, struct thread_info *info)
{
    for (unsigned n = 0; thread_get_info(n, info) == 0; n++) {
        if (strcmp(info->name, name) == 0) {
            return true;
        }
    }
    return false;
}

TEST("thread_get_info lists all threads with their states")
{
    struct thread_info info;

    worker_start(0, LOW, sleep_arg, (void *)10);
    CHECK(find_info("main", &info));
    CHECK_STR(info.state, "running");
    CHECK_EQ(info.priority, MAIN);
    CHECK(info.run_cycles > 0 && info.switches > 0);
    CHECK(find_info("idle", &info));
    CHECK_STR(info.state, "ready");
    CHECK(find_info("worker 0", &info));
    CHECK_STR(info.state, "ready");
    thread_sleep(3);
    CHECK(find_info("worker 0", &info));
    CHECK_STR(info.state, "sleep");
    thread_suspend(&worker[0]);
    CHECK(find_info("worker 0", &info));
    CHECK_STR(info.state, "suspend");
    thread_resume(&worker[0]);
    worker_join(0);
    CHECK(!find_info("worker 0", &info));
}

TEST("an idle thread keeps its priority, and can't be suspended or moved")
{
    extern struct spoor_list thread_all; /* private to the kernel; idle threads have no other handle */
    unsigned idle = 0;

    spoor_list_for_each(node, &thread_all)
    {
        struct thread *t = spoor_container_of(node, struct thread, all);

        if (strcmp(t->name, "idle") == 0) {
            idle++;
            CHECK_EQ(thread_set_priority(t, LOW), -EPERM);
            CHECK_EQ(thread_suspend(t), -EPERM);
            CHECK_EQ(thread_set_affinity(t, 1), -EPERM);
        }
    }
    CHECK_EQ(idle, CONFIG_CPUS);
}

TEST("the count of switches includes those to threads that have ended")
{
    uint32_t before = sched_switch_count(), own = 0;
    struct thread_info info;

    worker_start(0, LOW, sleep_arg, (void *)10);
    worker_join(0);
    for (unsigned k = 0; thread_get_brief(k, &info) == 0; k++) {
        own += info.switches;
    }
    CHECK(sched_switch_count() - before >= 4); /* to the worker and back, before and after its sleep */
    CHECK(sched_switch_count() > own);
}

TEST("the run times of all threads add up to the time elapsed on all CPUs")
{
    static volatile uint32_t n;
    struct thread_info info;
    uint64_t sum[2], begin[2];

    stop = false;
    worker_start(0, MID, count_up, (void *)&n);
    for (int i = 0; i < 2; i++) {
        thread_sleep(25);
        begin[i] = clock_cycles();
        sum[i] = 0;
        for (unsigned k = 0; thread_get_info(k, &info) == 0; k++) {
            sum[i] += info.run_cycles;
        }
    }
    stop = true;
    worker_join(0);
    int64_t off = (int64_t)((sum[1] - sum[0]) - CONFIG_CPUS * (begin[1] - begin[0]));

    /* The values aren't read at the same instant. */
    CHECK(off < clock_hz() / 1000 && -off < clock_hz() / 1000);
}

static __attribute__((noinline)) void use_stack(void *arg)
{
    volatile uint8_t space[400];

    (void)arg;
    for (unsigned i = 0; i < sizeof space; i++) {
        space[i] = (uint8_t)i;
    }
    thread_sleep(5);
    CHECK_EQ(space[100], 100);
}

TEST("the high-water mark of a stack is its maximum use")
{
    struct thread_info info;
    size_t little;

    worker_start(0, HIGH, sleep_arg, (void *)10);
    CHECK(find_info("worker 0", &info));
    little = info.stack_used_bytes;
    worker_join(0);
    worker_start(0, HIGH, use_stack, NULL);
    CHECK(find_info("worker 0", &info));
    CHECK(info.stack_used_bytes >= little + 350 && info.stack_used_bytes <= little + 500);
    CHECK_EQ(info.stack_bytes, WORKER_STACK_BYTES);
    worker_join(0);
}

TEST("a periodic thread keeps its period regardless of the length of its activations")
{
    const uint32_t ms = 5 * 1000 / CONFIG_TICK_HZ;
    struct thread_period period;

    thread_sleep(1);
    thread_period_begin(&period, ms, ms);
    uint64_t begin = timer_ticks();

    for (unsigned n = 1; n <= 10; n++) {
        uint64_t until = clock_cycles() + n % 4 * clock_hz() / CONFIG_TICK_HZ;

        while (clock_cycles() < until) {
        }
        CHECK(!thread_period_wait(&period));
        CHECK(timer_ticks() - begin - 5 * n <= 1); /* the tick interrupt may occur just before the count */
    }
    uint64_t until = clock_cycles() + (uint64_t)12 * clock_hz() / CONFIG_TICK_HZ;

    while (clock_cycles() < until) {
    }
    CHECK(thread_period_wait(&period)); /* two activations are already due */
    CHECK(thread_period_wait(&period));
    CHECK(!thread_period_wait(&period));
    CHECK(timer_ticks() - begin - 65 <= 1);
}
