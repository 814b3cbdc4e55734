/* SPDX-License-Identifier: BSD-2-Clause */
/* An interrupt handler that calls a blocking function, although the call would not block. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <test/test.h>

static struct sem s = SEM_INIT(s, 2, 2);

static void handler(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    CHECK(sem_wait(&s, WAIT_NONE) == 0);
    (void)sem_wait(&s, 1);
}

TEST("an interrupt handler calls a blocking function")
{
    CHECK(irq_attach(board.spare_lines[0], 1, handler, NULL, "waits") == 0);
    irqctl_pend(board.spare_lines[0]);
}
