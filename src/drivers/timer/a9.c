/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The private timer of each Cortex-A5 or Cortex-A9 CPU. The watchdog, the same block at offset 0x20, serves
 * as a second timer (Arm DDI0407, 4.1; QEMU hw/timer/arm_mptimer.c). Each CPU has its own registers at the
 * same address.
 */
#include <drivers/timer.h>

#define REG(t, offset) (*(volatile uint32_t *)((t)->base + (offset)))
#define LOAD(t)        REG(t, 0x0)
#define CONTROL(t)     REG(t, 0x8)
#define STATUS(t)      REG(t, 0xC)

#define CONTROL_ENABLE (1u << 0)
#define CONTROL_RELOAD (1u << 1)
#define CONTROL_IRQ    (1u << 2)

static void run(const struct timer_dev *t, uint32_t hz, uint32_t control)
{
    CONTROL(t) = 0;
    LOAD(t) = t->clock_hz / hz - 1;
    CONTROL(t) = CONTROL_ENABLE | CONTROL_IRQ | control;
}

static void start(const struct timer_dev *t, uint32_t hz)
{
    run(t, hz, CONTROL_RELOAD);
}

static void once(const struct timer_dev *t, uint32_t hz)
{
    run(t, hz, 0);
}

static void ack(const struct timer_dev *t)
{
    STATUS(t) = 1;
}

static void stop(const struct timer_dev *t)
{
    CONTROL(t) = 0;
    STATUS(t) = 1;
}

const struct timer_ops timer_a9 = {start, ack, stop, once};
