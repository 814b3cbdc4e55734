/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The raw counter under the clock: as wide as the board's counter is, counting up, wrapping to 0.
 *
 * board.mk names it: CYCLES_ADDRESS for a counter that one load reads, or nothing, and then a driver
 * supplies hal_cycles_read(). CYCLES_BITS is its width, 32 unless said.
 */
#ifndef HAL_CYCLES_H
#define HAL_CYCLES_H

#include <stdint.h>

/** Supplied by the board's counter driver where CONFIG_CYCLES_ADDRESS is 0. Context: any. */
uint32_t hal_cycles_read(void);

/**
 * @return the counter, in ticks of hal_cycles_hz(), modulo 2 to the power CONFIG_CYCLES_BITS
 *
 * Context: any. Cost: 2 instructions where the counter is memory-mapped.
 */
static inline uint32_t hal_cycles(void)
{
#if CONFIG_CYCLES_ADDRESS
    return *(const volatile uint32_t *)CONFIG_CYCLES_ADDRESS;
#else
    return hal_cycles_read();
#endif
}

#endif
