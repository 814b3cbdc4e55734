/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call stacks: from a function to its caller, and so on. An architecture without an unwinder has the generic
 * fallback, which finds nothing. The architecture's <arch/spoor_unwind.h> has struct spoor_frame, the place
 * of a context, and the inline bodies.
 */
#ifndef SPOOR_PORT_UNWIND_H
#define SPOOR_PORT_UNWIND_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct spoor_frame;

/** @return whether this image can be unwound: the compiler wrote tables (CONFIG_TRACE_STACKS). Context: any.
 */
bool spoor_unwind_possible(void);

/**
 * @return the address of the function that has the instruction at `address`, without bit 0; 0 when the tables
 *         don't say
 *
 * Context: any. Cost: one binary search.
 */
uint32_t spoor_function_at(uint32_t address);

/** Fill `f` with the place of the caller of this function. Always inline. Context: any. */
static inline void spoor_unwind_here(struct spoor_frame *f);

/**
 * Go from where `f` is to its caller; from the handler of an exception to the interrupted code.
 *
 * Where a function was interrupted in its prologue or epilogue, its code shows how much of its frame exists.
 * In any doubt the walk ends: where there is no table, where no call precedes a return address, where the
 * stack isn't in RAM or runs backwards. It reads nothing but the image and that stack.
 *
 * @param f  changed, also on failure
 * @return whether there is a caller
 *
 * Context: any. Cost: one binary search, and a few instructions for each register saved.
 */
bool spoor_unwind_step(struct spoor_frame *f);

/** @return the address where `f` is: with bit 0 set a return address, clear the next instruction. Context:
 * any. */
static inline uint32_t spoor_frame_pc(const struct spoor_frame *f);

/** Make `f` a place: `pc` as of spoor_frame_pc(), and `others` in all registers but sp. For tests. Context:
 * any. */
static inline void spoor_frame_set(struct spoor_frame *f, uint32_t pc, uint32_t sp, uint32_t others);

#include <arch/spoor_unwind.h>

/** Step from `f`. @return how many of up to `max` addresses, as of spoor_frame_pc(), were found. Context:
 * any.
 */
static inline unsigned spoor_unwind(struct spoor_frame *f, uint32_t *addresses, unsigned max)
{
    unsigned n = 0;

    while (n < max && spoor_unwind_step(f)) {
        addresses[n++] = spoor_frame_pc(f);
    }
    return n;
}

SPOOR_EXTERN_C_END

#endif
