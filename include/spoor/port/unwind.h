/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call stacks: walking from a function to its caller, and so on. Architectures without an unwinder use the
 * generic fallback, which finds nothing. The architecture's <arch/spoor_unwind.h> defines struct spoor_frame,
 * a position in the walk, and the inline bodies.
 */
#ifndef SPOOR_PORT_UNWIND_H
#define SPOOR_PORT_UNWIND_H

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

struct spoor_frame;

/**
 * @return whether this image can be unwound: whether it has unwind tables (CONFIG_TRACE_STACKS)
 *
 * Context: any.
 */
bool spoor_unwind_possible(void);

/**
 * @param bytes  the function's length, unless the result is 0
 * @return the start of the function that contains the instruction at `address`, without bit 0; 0 if the
 *         tables have no entry for it
 *
 * Context: any.
 * Cost: one binary search.
 */
uint32_t spoor_function_at(uint32_t address, uint32_t *bytes);

/** Set `f` to the caller of this function. Always inline. Context: any. */
static inline void spoor_unwind_here(struct spoor_frame *f);

/**
 * Move `f` to its caller; from an exception handler to the interrupted code.
 *
 * If a function was interrupted in its prologue or epilogue, its code shows which part of its frame exists.
 * In case of doubt the walk ends: if there is no table, if no call precedes a return address, or if the stack
 * isn't in RAM or runs backwards. Only the image and that stack are read.
 *
 * @param f  modified even on failure
 * @return whether there is a caller
 *
 * Context: any.
 * Cost: one binary search, and a few instructions for each saved register.
 */
bool spoor_unwind_step(struct spoor_frame *f);

/**
 * @return the address of `f`: a return address if bit 0 is set, otherwise the next instruction
 *
 * Context: any.
 */
static inline uint32_t spoor_frame_pc(const struct spoor_frame *f);

/**
 * @return whether the walk ended because it needed a register that was missing in the frame that it started
 *         from. The walk from a complete frame may find more.
 *
 * Context: any.
 */
static inline bool spoor_frame_lacks(const struct spoor_frame *f);

/**
 * Set `f` from `pc`, in the form of spoor_frame_pc(), `sp`, and `others` in all other registers. For tests.
 *
 * Context: any.
 */
static inline void spoor_frame_set(struct spoor_frame *f, uint32_t pc, uint32_t sp, uint32_t others);

#include <arch/spoor_unwind.h>

/*
 * SPOOR_UNWIND_BYTES, from the architecture: the stack that recording a stack takes below the function that
 * recorded the event. tests/target/stacks/room.c measures it.
 */

/**
 * Collect the addresses of up to `max` callers, in the form of spoor_frame_pc().
 *
 * @return the number found
 *
 * Context: any.
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
