/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System timer of the Arm SSE-123 and SSE-300 (Arm 101370, "System timer"; QEMU hw/timer/sse-timer.c). It
 * compares against the counter of the subsystem, which the board must start.
 *
 * Expiries are multiples of GRAIN ticks. QEMU 7.2 rounds the time of an expiry down to ns. If it then isn't
 * due yet, QEMU sets it for the same ns again, forever. At 32 MHz, 4 ticks are a whole number of ns.
 */
#include <drivers/timer.h>

#define REG(t, offset)  (*(volatile uint32_t *)((t)->base + (offset)))
#define CNTPCT_LO(t)    REG(t, 0x00)
#define CNTPCT_HI(t)    REG(t, 0x04)
#define CNTP_CVAL_LO(t) REG(t, 0x20)
#define CNTP_CVAL_HI(t) REG(t, 0x24)
#define CNTP_CTL(t)     REG(t, 0x2C)

#define CTL_ENABLE (1u << 0)
#define CTL_IMASK  (1u << 1)
#define GRAIN      4u

static uint32_t period;

static uint64_t now(const struct timer_dev *t)
{
    uint32_t high, low;

    do {
        high = CNTPCT_HI(t);
        low = CNTPCT_LO(t);
    } while (high != CNTPCT_HI(t));
    return (uint64_t)high << 32 | low;
}

/* The interrupt is masked during the update, so that a half-written value can't expire. */
static void expire_at(const struct timer_dev *t, uint64_t at)
{
    CNTP_CTL(t) = CTL_ENABLE | CTL_IMASK;
    CNTP_CVAL_HI(t) = UINT32_MAX;
    CNTP_CVAL_LO(t) = (uint32_t)at;
    CNTP_CVAL_HI(t) = (uint32_t)(at >> 32);
    CNTP_CTL(t) = CTL_ENABLE;
}

static uint64_t grained(uint64_t at)
{
    return (at + GRAIN - 1) / GRAIN * GRAIN;
}

static void start(const struct timer_dev *t, uint32_t hz)
{
    period = (uint32_t)grained(t->clock_hz / hz);
    expire_at(t, grained(now(t) + period));
}

static void ack(const struct timer_dev *t)
{
    uint64_t at = (uint64_t)CNTP_CVAL_HI(t) << 32 | CNTP_CVAL_LO(t);
    uint64_t late = now(t) - at;

    expire_at(t, at + (late / period + 1) * period); /* skips missed expiries */
}

static void stop(const struct timer_dev *t)
{
    CNTP_CTL(t) = 0;
}

const struct timer_ops timer_sse = {start, ack, stop, start};
