/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the profiler keeps for each context of execution: a thread, or an interrupt level.
 *
 * Begin stamps of open blocks belong to the context that entered, never to the block: so a block may be
 * open in many threads and interrupts, and several times in one, and each measures its own time.
 * The owner of a context (a port) zeroes it before use and calls trace_context_end() after.
 */
#ifndef PROFILER_CONTEXT_H
#define PROFILER_CONTEXT_H

#include <stdint.h>

struct trace_block;

/** Size of struct trace_context with CONFIG_TRACE 0: nothing is left of it. */
#if CONFIG_TRACE

/** One block that was entered and not yet left. */
struct trace_open {
    struct trace_block *block;
    uint32_t begin_cycles;
};

struct trace_context {
    uint32_t depth;        /**< entries of open[] in use */
    uint32_t enables_seen; /**< value of trace_block_enables when it last left a block it had not entered */
    struct trace_open open[CONFIG_TRACE_DEPTH];
};

/**
 * A context ends, or comes to a point where no block may be open (return from an interrupt): whatever
 * is still open is counted in its block as left open, and forgotten.
 *
 * Context: any; no one else uses `c`. Cost: 3 instructions when nothing is open.
 */
void trace_context_end(struct trace_context *c);

#else

struct trace_context {
};

static inline void trace_context_end(struct trace_context *c)
{
    (void)c;
}

#endif
#endif
