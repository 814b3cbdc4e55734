/* SPDX-License-Identifier: BSD-2-Clause */
/* Recursion in an interrupt, just past the end of the interrupts' stack. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <test/test.h>

#define FRAME_BYTES 64

static __attribute__((noinline, noclone)) unsigned dig(unsigned depth)
{
    volatile uint8_t frame[FRAME_BYTES];

    for (unsigned i = 0; i < FRAME_BYTES; i++) {
        frame[i] = (uint8_t)depth;
    }
    return depth == 0 ? frame[0] : dig(depth - 1) + frame[FRAME_BYTES - 1];
}

static void handler(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    (void)dig((CONFIG_ISR_STACK_BYTES + 256) / FRAME_BYTES);
}

TEST("an interrupt overflows its stack")
{
    if (board.spare_lines[0] == 0) {
        test_skip("no spare line");
    }
    REQUIRE(irq_attach(board.spare_lines[0], 1, handler, NULL, "digs") == 0);
    irqctl_pend(board.spare_lines[0]);
    thread_sleep(100);
}
