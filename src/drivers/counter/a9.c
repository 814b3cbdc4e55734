/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cortex-A9 global timer, 64 bits, shared by all CPUs (Arm DDI0407, 4.3; QEMU hw/timer/a9gtimer.c). The
 * board sets CYCLES_ADDRESS so that the low word is read inline.
 */
#include <drivers/counter.h>

#define CONTROL(c)     (*(volatile uint32_t *)((c)->base + 0x8))
#define CONTROL_ENABLE (1u << 0)

uint32_t counter_a9_start(const struct counter *c)
{
    CONTROL(c) = CONTROL_ENABLE;
    return c->clock_hz;
}
