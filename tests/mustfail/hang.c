/* SPDX-License-Identifier: BSD-2-Clause */
/* A loop with interrupts masked. */
#include <spoor/port/irq.h>
#include <test/test.h>

TEST("an earlier test passes")
{
    CHECK(true);
}

TEST("a loop with interrupts masked hangs")
{
    spoor_irq_disable();
    for (;;) {
    }
}
