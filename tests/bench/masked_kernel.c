/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel with its built-in blocks and events on: how long it masks interrupts itself. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include "masked.h"

TRACE_EVENT_DEF(opener, TRACE_USER);

static struct trace_client client;

static void nothing(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
}

TEST("a lower-priority interrupt is attached")
{
    REQUIRE(irq_attach(board.spare_lines[0], 1, nothing, NULL, "lower priority") == 0);
    REQUIRE(trace_client_register(&client, "bench kernel") == 0);
}

MASKED("kernel_interrupt", NULL, irqctl_pend(board.spare_lines[0]))
MASKED("kernel_yield", NULL, thread_yield())

static struct thread partner;
THREAD_STACK(partner_stack, 512);
static volatile bool partner_ends;
static struct sem sem;

static void start(void (*entry)(void *), unsigned above)
{
    const struct thread_attr attr = {
        .name = "partner",
        .entry = entry,
        .priority = (uint8_t)(thread_priority(thread_self()) + above),
        .stack = partner_stack,
        .stack_bytes = sizeof partner_stack,
    };

    partner_ends = false;
    REQUIRE(thread_create(&partner, &attr) == 0);
}

static void yield_entry(void *arg)
{
    (void)arg;
    while (!partner_ends) {
        thread_yield();
    }
}

static void sem_entry(void *arg)
{
    (void)arg;
    while (!partner_ends) {
        sem_wait(&sem, WAIT_FOREVER);
    }
}

TEST("a thread of the same priority starts")
{
    start(yield_entry, 0);
}

MASKED("kernel_switch", NULL, thread_yield())

TEST("a thread of a higher priority, which waits, takes its place")
{
    partner_ends = true;
    CHECK_EQ(thread_join(&partner, NULL, 1000), 0);
    sem_init(&sem, 0, 1);
    start(sem_entry, 1);
}

MASKED("kernel_handover", NULL, sem_post(&sem))

TEST("that thread ends")
{
    partner_ends = true;
    CHECK_EQ(sem_post(&sem), 0);
    CHECK_EQ(thread_join(&partner, NULL, 1000), 0);
}

TEST("recording of interrupts starts")
{
    CHECK_EQ(trace_service_start(&client, TRACE_IRQ | TRACE_USER), 0);
}

static void in_part(void)
{
    trace_rings_clear();
    trace_event(opener);
}

MASKED("kernel_interrupt_recorded", in_part, irqctl_pend(board.spare_lines[0]))

TEST("the lower-priority interrupt is detached")
{
    CHECK_EQ(trace_client_unregister(&client), 0);
    CHECK_EQ(irq_detach(board.spare_lines[0]), 0);
}
