/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel with its built-in blocks and events on: how long it masks interrupts itself. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
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
