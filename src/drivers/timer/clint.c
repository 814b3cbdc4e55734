/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine timer of hart 0 in a CLINT (RISC-V ACLINT 1.0, 2; QEMU hw/intc/riscv_aclint.c). */
#include <drivers/timer.h>
#include "expiry_priv.h"

#define REG(t, offset) (*(volatile uint32_t *)((t)->base + (offset)))
#define CMP_LOW(t)     REG(t, 0x4000)
#define CMP_HIGH(t)    REG(t, 0x4004)
#define TIME_LOW(t)    REG(t, 0xBFF8)
#define TIME_HIGH(t)   REG(t, 0xBFFC)

static uint64_t expiry;
static uint32_t period;

static uint64_t now(const struct timer_dev *t)
{
    uint32_t high, low;

    do {
        high = TIME_HIGH(t);
        low = TIME_LOW(t);
    } while (high != TIME_HIGH(t));
    return (uint64_t)high << 32 | low;
}

/*
 * The order of the writes ensures that no intermediate value expires early (Privileged Architecture 1.12,
 * 3.2.1).
 */
static void expire_at(const struct timer_dev *t, uint64_t at)
{
    expiry = at;
    CMP_HIGH(t) = ~0u;
    CMP_LOW(t) = (uint32_t)at;
    CMP_HIGH(t) = (uint32_t)(at >> 32);
}

static void start(const struct timer_dev *t, uint32_t hz)
{
    period = t->clock_hz / hz;
    expire_at(t, now(t) + period);
}

static void ack(const struct timer_dev *t)
{
    expire_at(t, next_expiry(expiry, now(t), period));
}

static void stop(const struct timer_dev *t)
{
    expire_at(t, ~0ull);
}

const struct timer_ops timer_clint = {start, ack, stop, start};
