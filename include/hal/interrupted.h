/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code that an interrupt found, for samples (CONFIG_TRACE_SAMPLES). An architecture supplies the inline
 * body in <arch/interrupted.h>.
 */
#ifndef HAL_INTERRUPTED_H
#define HAL_INTERRUPTED_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#if CONFIG_TRACE_SAMPLES

/**
 * @return the address of the next instruction of the code that the interrupt being served on this CPU
 *         interrupted, a thread's or a handler's; bit 0 is clear
 *
 * Context: a handler of level 0, which no other interrupts.
 */
static inline uint32_t hal_interrupted_pc(void);

#include <arch/interrupted.h>

#endif

SPOOR_EXTERN_C_END

#endif
