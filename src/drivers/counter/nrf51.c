/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nRF51 TIMER as a 32-bit counter at 16 MHz (nRF51 Reference Manual 3.0, 19). A read needs a capture: the
 * board sets CYCLES_CAPTURE to TASKS_CAPTURE[0] (0x040) and CYCLES_ADDRESS to CC[0] (0x540).
 */
#include <drivers/counter.h>

#define REG(base, offset) (*(volatile uint32_t *)((base) + (offset)))
#define START             0x000
#define CLEAR             0x00C
#define MODE              0x504
#define BITMODE           0x508
#define PRESCALER         0x510

#define BITMODE_32 3

uint32_t counter_nrf51_start(const struct counter *c)
{
    REG(c->base, MODE) = 0;
    REG(c->base, BITMODE) = BITMODE_32;
    REG(c->base, PRESCALER) = 0;
    REG(c->base, CLEAR) = 1;
    REG(c->base, START) = 1;
    return c->clock_hz;
}
