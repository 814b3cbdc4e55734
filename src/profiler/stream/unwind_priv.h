/* SPDX-License-Identifier: BSD-2-Clause */
/* What unwinding asks of the code itself. */
#ifndef UNWIND_PRIV_H
#define UNWIND_PRIV_H

#include <profiler/stack.h>

#if CONFIG_TRACE_EVENTS && CONFIG_TRACE_STACKS

/**
 * How many bytes a function has taken from the stack when it comes to an instruction.
 *
 * @param start, end  the function's code
 * @param pc          the instruction
 * @return false when it can't be told, as in the middle of a long function, where it's the whole frame
 *
 * Context: any.
 */
bool trace_frame_allocated(uint32_t start, uint32_t pc, uint32_t end, uint32_t *bytes);

#endif
#endif
