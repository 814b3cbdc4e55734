/* SPDX-License-Identifier: BSD-2-Clause */
/* One timer of an Arm SP804, a 32-bit down-counter (Arm DDI0271, 3.2; QEMU hw/timer/arm_timer.c). */
#include <drivers/timer.h>

#define REG(t, offset) (*(volatile uint32_t *)((t)->base + (offset)))
#define LOAD(t)        REG(t, 0x00)
#define CONTROL(t)     REG(t, 0x08)
#define INT_CLEAR(t)   REG(t, 0x0C)

#define CONTROL_ONE_SHOT (1u << 0)
#define CONTROL_32       (1u << 1)
#define CONTROL_IRQ      (1u << 5)
#define CONTROL_PERIODIC (1u << 6)
#define CONTROL_ENABLE   (1u << 7)

static void run(const struct timer_dev *t, uint32_t hz, uint32_t control)
{
    CONTROL(t) = 0;
    INT_CLEAR(t) = 1;
    LOAD(t) = t->clock_hz / hz;
    CONTROL(t) = CONTROL_32 | CONTROL_IRQ | CONTROL_PERIODIC | control | CONTROL_ENABLE;
}

static void start(const struct timer_dev *t, uint32_t hz)
{
    run(t, hz, 0);
}

static void once(const struct timer_dev *t, uint32_t hz)
{
    run(t, hz, CONTROL_ONE_SHOT);
}

static void ack(const struct timer_dev *t)
{
    INT_CLEAR(t) = 1;
}

static void stop(const struct timer_dev *t)
{
    CONTROL(t) = 0;
    INT_CLEAR(t) = 1;
}

const struct timer_ops timer_sp804 = {start, ack, stop, once};
