/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nRF51 TIMER as a 32-bit counter at 16 MHz (nRF51 Reference Manual 3.0, 19). A read is a capture and a
 * load. An interrupt in between that reads too moves the captured value on, never back: what is
 * returned lies between the call and the return.
 */
#include <drivers/counter.h>
#include <hal/cycles.h>

#define REG(base, offset) (*(volatile uint32_t *)((base) + (offset)))
#define START             0x000
#define CLEAR             0x00C
#define CAPTURE0          0x040
#define MODE              0x504
#define BITMODE           0x508
#define PRESCALER         0x510
#define CC0               0x540

#define BITMODE_32 3

static uintptr_t base;

uint32_t counter_nrf51_start(const struct counter *c)
{
    base = c->base;
    REG(base, MODE) = 0;
    REG(base, BITMODE) = BITMODE_32;
    REG(base, PRESCALER) = 0;
    REG(base, CLEAR) = 1;
    REG(base, START) = 1;
    return c->clock_hz;
}

uint32_t hal_cycles_read(void)
{
    REG(base, CAPTURE0) = 1;
    return REG(base, CC0);
}
