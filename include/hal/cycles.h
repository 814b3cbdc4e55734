/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The raw counter of the clock. It is as wide as the board's counter, counts up and wraps to 0.
 *
 * board.mk selects it. CYCLES_ADDRESS is the address of a counter that one load reads. CYCLES_CAPTURE is
 * set if a 1 must first be stored there to capture the count, and CYCLES_DOWN if it counts down. Without
 * CYCLES_ADDRESS, an architecture with its own counter reads it in <arch/cycles.h>; on others a driver
 * supplies hal_cycles_read(). CYCLES_BITS is the width, by default 32.
 *
 * An interrupt between capture and load may capture as well. The value then advances, but never goes back,
 * and is still between the call and the return.
 */
#ifndef HAL_CYCLES_H
#define HAL_CYCLES_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** The counter's maximum value. */
#define HAL_CYCLES_MAX (UINT32_MAX >> (32 - CONFIG_CYCLES_BITS))

/** Implemented by the board's counter driver if no inline code reads the counter. Context: any. */
uint32_t hal_cycles_read(void);

#if !CONFIG_CYCLES_ADDRESS
#include <arch/cycles.h>
#endif

/**
 * @return the counter, in ticks of the rate returned by its driver's start(), modulo 2^CONFIG_CYCLES_BITS
 *
 * Context: any. Cost: 2 instructions if the counter is memory-mapped, 5 with a capture, 1 on ARMv7-A with
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
