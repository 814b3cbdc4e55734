/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The address of interrupted code, for samples (CONFIG_TRACE_SAMPLES). An architecture implements it inline
 * in <arch/interrupted.h>.
 */
#ifndef HAL_INTERRUPTED_H
#define HAL_INTERRUPTED_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#if CONFIG_TRACE_SAMPLES

/**
 * @return the address at which the code interrupted by the current interrupt, a thread or a handler,
 * continues; bit 0 is clear
 *
 * Context: a handler of level 0, which can't be interrupted.
 */
static inline uint32_t hal_interrupted_pc(void);

struct spoor_frame;

/**
 * Set `f` (spoor/port/unwind.h) to the interrupted code. Registers that the entry of the interrupt didn't
 * save are missing in it.
 *
 * @return false if the architecture doesn't know them
 *
 * Context: as for hal_interrupted_pc().
 */
bool hal_interrupted_frame(struct spoor_frame *f);

#include <arch/interrupted.h>

#endif

SPOOR_EXTERN_C_END

#endif
