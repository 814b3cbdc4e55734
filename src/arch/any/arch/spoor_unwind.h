/* SPDX-License-Identifier: BSD-2-Clause */
/* Bodies of spoor/port/unwind.h in a product: of the M profile with CONFIG_TRACE_STACKS, without an unwinder
 * otherwise. */
#ifndef SPOOR_ANY_UNWIND_H
#define SPOOR_ANY_UNWIND_H

#include <spoor/config.h>

#if CONFIG_TRACE_STACKS && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

/** A frame knows the part of a stack that may be read. */
#define SPOOR_STACK_FIND
#include "../../thumb/arch/spoor_unwind.h"

/* The linker script's own symbols of the tables; without them no stack is found. */
#pragma weak __exidx_start
#pragma weak __exidx_end
#define exidx_start __exidx_start
#define exidx_end   __exidx_end
#ifdef CONFIG_SPOOR
#define text_start __text_region_start
#define text_end   __text_region_end
#else
#define text_start spoor_text_start
#define text_end   spoor_text_end
#endif

/**
 * Find the stack that `address` is in: the interrupts' or that of the thread that runs or was interrupted, as
 * far as it is in use. @return whether `bytes` from there on lie in it. Context: any.
 */
bool spoor_stack_find(struct spoor_frame *f, uint32_t address, uint32_t bytes);

#else

#include "../../generic/arch/spoor_unwind.h"

#endif
#endif
