/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions recorded alone, by two threads that preempt each other and by an interrupt. Their numbers are
 * known.
 */
#include <errno.h>
#include <string.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <kernel/timer.h>
#include <spoor/fiasco.h>
#include <spoor/service.h>
#include <spoor/stream.h>
#include <test/jitter.h>
#include <test/test.h>
#include "layers.h"

#define ROUNDS 40

static struct thread first, second;
THREAD_STACK(first_stack, 1024);
THREAD_STACK(second_stack, 1024);
static struct sem turn;
static volatile unsigned interrupts;
static volatile bool counted;

static void from_interrupt(void)
{
    if (counted) {
        interrupts++;
        layers_bottom(0);
    }
}

/* Calls all three layers in each round, and wakes the other thread, which is more urgent. */
static void run_first(void *arg)
{
    (void)arg;
    for (unsigned n = 0; n < ROUNDS; n++) {
        layers_top(n);
        (void)sem_post(&turn);
        thread_sleep(1);
    }
    thread_exit(0);
}

static void run_second(void *arg)
{
    (void)arg;
    for (unsigned n = 0; n < ROUNDS; n++) {
        (void)sem_wait(&turn, WAIT_FOREVER);
        layers_bottom(n);
    }
    thread_exit(0);
}

static void create(struct thread *t, const char *name, void (*entry)(void *), void *stack, unsigned priority)
{
    CHECK_EQ(thread_create(t, &(struct thread_attr){.name = name,
                                                    .entry = entry,
                                                    .priority = (uint8_t)priority,
                                                    .affinity = 1,
                                                    .stack = stack,
                                                    .stack_bytes = sizeof first_stack}),
             0);
}

static uint32_t sent(void)
{
    uint32_t packets, records, sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        (void)trace_stream_get_sent(cpu, &packets, &records);
        sum += records;
    }
    return sum;
}

TEST("the profiler answers with its magic number and version, and registers a client")
{
    static struct trace_client client;
    struct trace_hello hello = {0};

    CHECK_EQ(trace_hello(&hello, NULL, NULL), 0);
    CHECK_EQ(hello.magic, TRACE_HELLO_MAGIC);
    CHECK_EQ(hello.version, TRACE_HELLO_VERSION);
    CHECK_EQ(trace_service_start(&client, TRACE_FAULT), -ENOENT);
    CHECK_EQ(trace_hello(&hello, &client, "greeter"), 0);
    CHECK_EQ(trace_hello(&hello, &client, "greeter"), -EEXIST);
    CHECK_EQ(trace_service_start(&client, TRACE_FAULT), 0);
    CHECK_EQ(trace_client_unregister(&client), 0);
}

TEST("functions are streamed without switches")
{
    sem_init(&turn, 0, ROUNDS);
    trace_stream_stop();   /* boot started it with all services */
    trace_stream_start(0); /* the program starts functions itself */
    CHECK_EQ(trace_init(TRACE_NO_SERVER, "alone"), 0);
    CHECK_EQ(trace_start(), 0);
    counted = true;
    (void)jitter_start(2000, from_interrupt, NULL);
    create(&second, "second", run_second, second_stack, CONFIG_MAIN_PRIORITY + 2);
    create(&first, "first", run_first, first_stack, CONFIG_MAIN_PRIORITY + 1);
    CHECK_EQ(thread_join(&first, NULL, WAIT_FOREVER), 0);
    CHECK_EQ(thread_join(&second, NULL, WAIT_FOREVER), 0);
    jitter_stop();
    counted = false;
}

TEST("own records are recorded between trace_start and trace_stop")
{
    char *rec = trace_get_rec(12);

    if (CHECK(rec != NULL)) {
        CHECK_EQ((uintptr_t)rec % 8, 0);
        memcpy(rec, "hello, world", 12);
    }
    trace_put_rec(rec);
    trace_simple_rec(0x1234, 7);
    CHECK(trace_get_rec(TRACE_DATA_MAX + 1) == NULL);
}

TEST("trace_flush sends the records before it returns, without a tick")
{
    thread_sleep(2); /* until just after a tick */
    uint64_t tick = timer_ticks();
    uint32_t before;

    CHECK_EQ(trace_flush(), 0);
    before = sent();
    layers_bottom(0);
    CHECK_EQ(sent(), before);
    CHECK_EQ(trace_flush(), 0);
    CHECK(sent() - before >= 2);
    CHECK_EQ(timer_ticks(), tick);
}

TEST("trace_stop and trace_done end recording, and send the rest")
{
    CHECK_EQ(trace_stop(), 0);
    CHECK(trace_get_rec(8) == NULL);
    trace_simple_rec(0x5678, 8);
    CHECK_EQ(trace_start(), 0);
    uint32_t before = sent();

    layers_bottom(0);
    CHECK_EQ(trace_done(), 0);
    CHECK(sent() - before >= 2);
    CHECK_EQ(trace_flush(), -ENOENT);
    trace_stream_stop();
    test_note("interrupts %u", interrupts);
    test_note("shown function_enter function=layers_top level=0 thread=first");
    test_note("shown function_leave function=layers_bottom level=0 thread=second");
    test_note("shown simple_rec data=0x1234 type=7");
    test_note("shown own_rec data=68656c6c6f2c20776f726c64");
    test_note("shown # program: \"alone\"");
}
