/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Global timer of Cortex-A9, 64 bits, one count for all CPUs (Arm DDI0407, 4.3; QEMU hw/timer/a9gtimer.c). A
 * board reads its low word in line by CYCLES_ADDRESS.
 */
#include <drivers/counter.h>

#define CONTROL(c)     (*(volatile uint32_t *)((c)->base + 0x8))
#define CONTROL_ENABLE (1u << 0)

uint32_t counter_a9_start(const struct counter *c)
{
    CONTROL(c) = CONTROL_ENABLE;
    return c->clock_hz;
}
