/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CMSDK APB timer, a 32-bit down-counter (Arm DDI0479, 4.2; QEMU hw/timer/cmsdk-apb-timer.c). With several
 * CPUs, each CPU uses its own timer, at consecutive addresses.
 */
#include <drivers/timer.h>
#include <hal/cpu.h>

#define REG(t, offset) (*(volatile uint32_t *)((t)->base + 0x1000 * hal_cpu_id() + (offset)))
#define CTRL(t)        REG(t, 0x0)
#define VALUE(t)       REG(t, 0x4)
#define RELOAD(t)      REG(t, 0x8)
#define INTCLEAR(t)    REG(t, 0xC)

#define CTRL_ENABLE (1u << 0)
#define CTRL_IRQ    (1u << 3)

static void run(const struct timer_dev *t, uint32_t first, uint32_t reload)
{
    CTRL(t) = 0;
    RELOAD(t) = reload;
    VALUE(t) = first;
    CTRL(t) = CTRL_ENABLE | CTRL_IRQ;
}

static void start(const struct timer_dev *t, uint32_t hz)
{
    run(t, t->clock_hz / hz - 1, t->clock_hz / hz - 1);
}

static void once(const struct timer_dev *t, uint32_t hz)
{
    run(t, t->clock_hz / hz - 1, UINT32_MAX);
}

static void ack(const struct timer_dev *t)
{
    INTCLEAR(t) = 1;
}

static void stop(const struct timer_dev *t)
{
    CTRL(t) = 0;
    INTCLEAR(t) = 1;
}

const struct timer_ops timer_cmsdk = {start, ack, stop, once};
