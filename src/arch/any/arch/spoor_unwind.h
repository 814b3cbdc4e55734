/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Select the implementation of spoor/port/unwind.h in a product: the Thumb unwinder on M-profile cores with
 * CONFIG_TRACE_STACKS, otherwise none.
 */
#ifndef SPOOR_ANY_UNWIND_H
#define SPOOR_ANY_UNWIND_H

#include <spoor/config.h>

#if CONFIG_TRACE_STACKS && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

/** A frame records the readable part of its stack. */
#define SPOOR_STACK_FIND
#include "../../thumb/arch/spoor_unwind.h"

/*
 * Symbols of the unwind tables, from the product's linker script. They are weak: without them no stack is
 * found.
 */
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
 * Find the stack that contains `address`: the interrupt stack, or the stack of the running or interrupted
 * thread, limited to the part in use.
 *
 * @return whether `bytes` from `address` on are within that part
 *
 * Context: any.
 */
bool spoor_stack_find(struct spoor_frame *f, uint32_t address, uint32_t bytes);

#else

#include "../../generic/arch/spoor_unwind.h"

#endif
#endif
