/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An alarm of the RP2040's 64-bit timer (RP2040 Datasheet, 4.6). The interrupt line selects which of the
 * four. An alarm fires when the low word of the microsecond count equals its value, so an alarm that is set
 * too late would fire 72 minutes later.
 */
#include <stdbool.h>
#include <drivers/timer.h>
#include "expiry_priv.h"

#define REG(t, offset) (*(volatile uint32_t *)((t)->base + (offset)))
#define ALARM(t, n)    REG(t, 0x10 + 4 * (n))
#define ARMED(t)       REG(t, 0x20)
#define RAW_HIGH(t)    REG(t, 0x24)
#define RAW_LOW(t)     REG(t, 0x28)
#define INTR(t)        REG(t, 0x34)
#define INTE_SET(t)    REG(t, 0x2038)
#define INTE_CLEAR(t)  REG(t, 0x3038)

#define ALARMS   4
#define IRQ0     16 /* line of the first alarm */
#define LEAST_US 2

static struct {
    uint64_t expiry;
    uint32_t period;
} alarms[ALARMS];

static unsigned number(const struct timer_dev *t)
{
    return t->line - IRQ0;
}

static uint64_t now(const struct timer_dev *t)
{
    uint32_t high, low;

    do {
        high = RAW_HIGH(t);
        low = RAW_LOW(t);
    } while (high != RAW_HIGH(t));
    return (uint64_t)high << 32 | low;
}

static bool is_late(const struct timer_dev *t, uint64_t at)
{
    return now(t) >= at && (ARMED(t) & 1u << number(t)) != 0;
}

/* An alarm that was set too late is set again until it fires or is in the future. */
static void expire_at(const struct timer_dev *t, uint64_t at)
{
    alarms[number(t)].expiry = at;
    ALARM(t, number(t)) = (uint32_t)at;
    while (is_late(t, at)) {
        at = now(t) + LEAST_US;
        ALARM(t, number(t)) = (uint32_t)at;
    }
}

static void start(const struct timer_dev *t, uint32_t hz)
{
    alarms[number(t)].period = t->clock_hz / hz;
    INTE_SET(t) = 1u << number(t);
    expire_at(t, now(t) + alarms[number(t)].period);
}

static void ack(const struct timer_dev *t)
{
    unsigned n = number(t);

    INTR(t) = 1u << n;
    expire_at(t, next_expiry(alarms[n].expiry, now(t), alarms[n].period));
}

static void stop(const struct timer_dev *t)
{
    INTE_CLEAR(t) = 1u << number(t);
    ARMED(t) = 1u << number(t);
    INTR(t) = 1u << number(t);
}

const struct timer_ops timer_rp2040 = {start, ack, stop, start};
