/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * STM32 TIM2 or TIM5, the 32-bit timers, as a counter (ST RM0090, 18; QEMU hw/timer/stm32f2xx_timer.c). The
 * board sets CYCLES_ADDRESS to CNT, which is read inline.
 */
#include <drivers/counter.h>

#define REG(c, offset) (*(volatile uint32_t *)((c)->base + (offset)))
#define CR1(c)         REG(c, 0x00)
#define EGR(c)         REG(c, 0x14)
#define PSC(c)         REG(c, 0x28)
#define ARR(c)         REG(c, 0x2C)

#define COUNT_HZ_MAX 100000000u

uint32_t counter_stm32_start(const struct counter *c)
{
    uint32_t divider = (c->clock_hz + COUNT_HZ_MAX - 1) / COUNT_HZ_MAX;

    CR1(c) = 0;
    PSC(c) = divider - 1;
    ARR(c) = UINT32_MAX;
    EGR(c) = 1; /* load PSC and ARR, and restart at 0 */
    CR1(c) = 1;
    return c->clock_hz / divider;
}
