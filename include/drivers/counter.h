/* SPDX-License-Identifier: BSD-2-Clause */
/* The free-running counter that drives the clock. This header starts it, and hal/cycles.h reads it. */
#ifndef DRIVERS_COUNTER_H
#define DRIVERS_COUNTER_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct counter {
    /** Start counting on this CPU; NULL if it runs from reset. @return ticks per second */
    uint32_t (*start)(const struct counter *c);
    uintptr_t base;
    uint32_t clock_hz;
};

/**
 * The counters in this tree. Each supplies hal_cycles_read(), unless the board has a memory-mapped counter.
 */
uint32_t counter_fixed_start(const struct counter *c);   /**< runs from reset at clock_hz */
uint32_t counter_dwt_start(const struct counter *c);     /**< DWT_CYCCNT of Cortex-M3 and later */
uint32_t counter_systick_start(const struct counter *c); /**< SysTick as a free-running 24-bit counter */
uint32_t counter_generic_start(const struct counter *c); /**< ARM generic timer; rate from CNTFRQ */
uint32_t counter_a9_start(const struct counter *c);      /**< Cortex-A9's global timer */
uint32_t counter_stm32_start(const struct counter *c);   /**< TIM2 or TIM5 of STM32 */
uint32_t counter_nrf51_start(const struct counter *c);   /**< nRF51 TIMER in 32-bit mode */

SPOOR_EXTERN_C_END

#endif
