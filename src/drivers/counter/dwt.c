/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The DWT cycle counter of Cortex-M3 and later, on chips that implement it: CYCLES_ADDRESS=0xE0001004u
 * (Armv7-M ARM, C1.6.5 DEMCR, C1.8.7 DWT_CTRL). On Cortex-M7 its registers must be unlocked (CoreSight
 * Architecture, LAR). On some chips it stops during sleep. clock_init() checks that it counts.
 */
#include <drivers/counter.h>

#define DEMCR    (*(volatile uint32_t *)0xE000EDFCu)
#define DWT_CTRL (*(volatile uint32_t *)0xE0001000u)
#define DWT_LAR  (*(volatile uint32_t *)0xE0001FB0u)

#define DEMCR_TRCENA       (1u << 24)
#define DWT_CTRL_CYCCNTENA (1u << 0)
#define LAR_KEY            0xC5ACCE55u

uint32_t counter_dwt_start(const struct counter *c)
{
    DEMCR |= DEMCR_TRCENA;
    DWT_LAR = LAR_KEY;
    DWT_CTRL |= DWT_CTRL_CYCCNTENA;
    return c->clock_hz;
}
