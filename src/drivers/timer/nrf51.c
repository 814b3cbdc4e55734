/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nRF51 TIMER as a periodic timer, cleared by its own compare (nRF51 Reference Manual 3.0, 19; QEMU
 * hw/timer/nrf51_timer.c). It counts 16 bits at 1 MHz, so the lowest rate is 16 Hz.
 */
#include <drivers/timer.h>

#define REG(t, offset) (*(volatile uint32_t *)((t)->base + (offset)))
#define START(t)       REG(t, 0x000)
#define STOP(t)        REG(t, 0x004)
#define CLEAR(t)       REG(t, 0x00C)
#define COMPARE0(t)    REG(t, 0x140)
#define SHORTS(t)      REG(t, 0x200)
#define INTENSET(t)    REG(t, 0x304)
#define INTENCLR(t)    REG(t, 0x308)
#define MODE(t)        REG(t, 0x504)
#define BITMODE(t)     REG(t, 0x508)
#define PRESCALER(t)   REG(t, 0x510)
#define CC0(t)         REG(t, 0x540)

#define COMPARE0_CLEAR (1u << 0)
#define INT_COMPARE0   (1u << 16)
#define BITMODE_16     0
#define PRESCALE_BY_16 4 /* 2^4: 16 MHz becomes 1 MHz */

static void start(const struct timer_dev *t, uint32_t hz)
{
    STOP(t) = 1;
    CLEAR(t) = 1;
    MODE(t) = 0;
    BITMODE(t) = BITMODE_16;
    PRESCALER(t) = PRESCALE_BY_16;
    CC0(t) = (t->clock_hz >> PRESCALE_BY_16) / hz;
    SHORTS(t) = COMPARE0_CLEAR;
    COMPARE0(t) = 0;
    INTENSET(t) = INT_COMPARE0;
    START(t) = 1;
}

static void ack(const struct timer_dev *t)
{
    COMPARE0(t) = 0;
}

static void stop(const struct timer_dev *t)
{
    STOP(t) = 1;
    INTENCLR(t) = INT_COMPARE0;
    COMPARE0(t) = 0;
}

const struct timer_ops timer_nrf51 = {start, ack, stop, start};
