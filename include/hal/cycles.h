/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The raw counter of the clock: as wide as the board's counter, counting up, wrapping to 0.
 *
 * board.mk names it. CYCLES_ADDRESS is for a counter that one load reads, with CYCLES_CAPTURE when a store of
 * 1 there must copy the counter first, and CYCLES_DOWN where it counts down. Without it, an architecture with
 * a counter of its own reads it in <arch/cycles.h>; for the others a driver supplies hal_cycles_read().
 * CYCLES_BITS is the width, 32 unless said.
 *
 * Between capture and load an interrupt may capture too: the value moves on, never back, and is between the
 * call and the return.
 */
#ifndef HAL_CYCLES_H
#define HAL_CYCLES_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** The counter's greatest value. */
#define HAL_CYCLES_MAX (UINT32_MAX >> (32 - CONFIG_CYCLES_BITS))

/** Supplied by the board's counter driver where no inline code reads the counter. Context: any. */
uint32_t hal_cycles_read(void);

#if !CONFIG_CYCLES_ADDRESS
#include <arch/cycles.h>
#endif

/**
 * @return the counter, in ticks of the rate that its driver's start() returned, modulo 2 to the power
 *         CONFIG_CYCLES_BITS
 *
 * Context: any. Cost: 2 instructions where the counter is memory-mapped, 5 with a capture, 1 on ARMv7-A with
 * one CPU (not ordered: it may be read a few instructions early), 2 with several (ordered after earlier
 * accesses).
 */
static inline uint32_t hal_cycles(void)
{
#if CONFIG_CYCLES_CAPTURE
    *(volatile uint32_t *)CONFIG_CYCLES_CAPTURE = 1;
#endif
#if CONFIG_CYCLES_ADDRESS
    uint32_t count = *(const volatile uint32_t *)CONFIG_CYCLES_ADDRESS;

    return CONFIG_CYCLES_DOWN ? HAL_CYCLES_MAX - count : count;
#else
    return arch_cycles();
#endif
}

SPOOR_EXTERN_C_END

#endif
