/* SPDX-License-Identifier: BSD-2-Clause */
/* A loop that nothing can interrupt. */
#include <spoor/port/irq.h>
#include <test/test.h>

TEST("a test ahead passes")
{
    CHECK(true);
}

TEST("a loop with interrupts masked")
{
    spoor_irq_disable();
    for (;;) {
    }
}
