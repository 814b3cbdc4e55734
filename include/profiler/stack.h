/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call stacks, from the unwind tables that the compiler writes (-funwind-tables, with CONFIG_TRACE_STACKS).
 */
#ifndef PROFILER_STACK_H
#define PROFILER_STACK_H

#include <stdbool.h>
#include <stdint.h>
#include <profiler/event.h>

#if CONFIG_TRACE_EVENTS

/** @return whether this image has tables to unwind by. Context: any. */
bool trace_unwind_possible(void);

#if CONFIG_TRACE_STACKS

/** Where a context is: r0 to r12, sp, lr and pc. */
struct trace_registers {
    /** r[15] with bit 0: a return address, behind the call; without: the next instruction itself. */
    uint32_t r[16];
};

enum { TRACE_SP = 13, TRACE_LR = 14, TRACE_PC = 15 };

/**
 * Go from where `regs` is to its caller; from an exception's handler to what it interrupted.
 *
 * In the prologue and epilogue of a function that was interrupted its code says how much of its frame is
 * there. At any doubt the way ends: where there is no table, where no call stands in front of a return
 * address, where the stack isn't in RAM or runs backwards. Nothing else is read than the image and that
 * stack.
 *
 * @param regs  changed, also on failure
 * @return whether there is a caller
 *
 * Context: any. Cost: one binary search, and a few instructions for each register saved.
 */
bool trace_unwind_step(struct trace_registers *regs);

/** Steps from `regs`. @return how many of up to `max` addresses, as in r[15], were found. Context: any. */
unsigned trace_unwind(struct trace_registers *regs, uint32_t *addresses, unsigned max);

#endif
#endif
#endif
