/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks that threads have entered and not left yet. */
#ifndef SPOOR_OPEN_H
#define SPOOR_OPEN_H

#include <stdint.h>
#include <spoor/trace.h>

SPOOR_EXTERN_C_BEGIN

struct trace_open_block {
    const struct trace_block *block;
    const char *thread; /**< its name */
    uint64_t wall_ns;   /**< the time since the entry; UINT64_MAX if the visit is too long to be measured */
};

/**
 * Copy the `n`-th open block of the `t`-th thread; the outermost block is 0. Only entries by
 * trace_block_enter() are found: the scoped form keeps its start time on the C stack. Interrupts aren't
 * threads. The blocks of a thread may change between two calls.
 *
 * @return 0, -ENOENT if the thread has no such block, or -ESRCH past the last thread
 *
 * Context: thread. Masks interrupts while it finds the thread.
 */
int trace_open_get(unsigned t, unsigned n, struct trace_open_block *o);

SPOOR_EXTERN_C_END

#endif
