/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The raw counter under the clock: as wide as the board's counter is, counting up, wrapping to 0.
 *
 * board.mk names it: CYCLES_ADDRESS for a counter that one load reads, with CYCLES_CAPTURE when a store of 1
 * there must copy the counter first; or nothing; then an architecture that has a counter of its own reads
 * it in <arch/cycles.h>, and for the others a driver supplies hal_cycles_read(). CYCLES_BITS is its
 * width, 32 unless said.
 *
 * Between capture and load an interrupt may capture too: the value moves on, never back, and lies between
 * the call and the return.
 */
#ifndef HAL_CYCLES_H
#define HAL_CYCLES_H

#include <stdint.h>

/** Supplied by the board's counter driver where nothing inline reads the counter. Context: any. */
uint32_t hal_cycles_read(void);

#if !CONFIG_CYCLES_ADDRESS
#include <arch/cycles.h>
#endif

/**
 * @return the counter, in ticks per second as told by its driver's start(), modulo 2 to the power
 *         CONFIG_CYCLES_BITS
 *
 * Context: any. Cost: 2 instructions where the counter is memory-mapped, 5 with a capture, 1 on ARMv7-A with
 * one CPU (not ordered: it may be read a few instructions early), 2 with several (ordered behind what is
 * before).
 */
static inline uint32_t hal_cycles(void)
{
#if CONFIG_CYCLES_CAPTURE
    *(volatile uint32_t *)CONFIG_CYCLES_CAPTURE = 1;
#endif
#if CONFIG_CYCLES_ADDRESS
    return *(const volatile uint32_t *)CONFIG_CYCLES_ADDRESS;
#else
    return arch_cycles();
#endif
}

#endif
