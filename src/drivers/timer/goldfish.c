/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The alarm of a Goldfish RTC, which counts nanoseconds (QEMU hw/rtc/goldfish_rtc.c). Only one per board is
 * supported.
 */
#include <drivers/timer.h>
#include "expiry_priv.h"

#define REG(t, offset) (*(volatile uint32_t *)((t)->base + (offset)))
#define TIME_LOW(t)    REG(t, 0x00) /* latches the high word */
#define TIME_HIGH(t)   REG(t, 0x04)
#define ALARM_LOW(t)   REG(t, 0x08) /* arms the alarm; the high word must be written first */
#define ALARM_HIGH(t)  REG(t, 0x0C)
#define IRQ_ENABLED(t) REG(t, 0x10)
#define CLEAR_ALARM(t) REG(t, 0x14)
#define CLEAR_IRQ(t)   REG(t, 0x1C)

static uint64_t expiry;
static uint32_t period;

static uint64_t now(const struct timer_dev *t)
{
    uint32_t low = TIME_LOW(t);

    return (uint64_t)TIME_HIGH(t) << 32 | low;
}

static void expire_at(const struct timer_dev *t, uint64_t at)
{
    expiry = at;
    ALARM_HIGH(t) = (uint32_t)(at >> 32);
    ALARM_LOW(t) = (uint32_t)at;
}

static void start(const struct timer_dev *t, uint32_t hz)
{
    period = t->clock_hz / hz;
    CLEAR_IRQ(t) = 1;
    IRQ_ENABLED(t) = 1;
    expire_at(t, now(t) + period);
}

static void ack(const struct timer_dev *t)
{
    CLEAR_IRQ(t) = 1;
    expire_at(t, next_expiry(expiry, now(t), period));
}

static void stop(const struct timer_dev *t)
{
    IRQ_ENABLED(t) = 0;
    CLEAR_ALARM(t) = 1;
    CLEAR_IRQ(t) = 1;
}

const struct timer_ops timer_goldfish = {start, ack, stop, start};
