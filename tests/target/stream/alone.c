/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions recorded alone, by two threads that preempt each other and by an interrupt. Their numbers are
 * known.
 */
#include <kernel/sync.h>
#include <kernel/thread.h>
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

TEST("functions are streamed without switches")
{
    sem_init(&turn, 0, ROUNDS);
    trace_stream_stop(); /* boot started it with all services */
    trace_stream_start(TRACE_FUNCTION);
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
    CHECK_EQ(trace_done(), 0);
    trace_stream_stop();
    test_note("interrupts %u", interrupts);
    test_note("shown function_enter function=layers_top level=0 thread=first");
    test_note("shown function_leave function=layers_bottom level=0 thread=second");
}
