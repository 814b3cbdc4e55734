/* SPDX-License-Identifier: BSD-2-Clause */
/* Enter and leave by a call, for programs that can't compile the sites in trace.h, such as those in Rust. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <spoor/trace.h>

void(trace_block_enter)(struct trace_block *b)
{
    uintptr_t mode = __atomic_load_n(&b->mode, __ATOMIC_RELAXED);

    if (mode != 0) {
        trace_visit_begin(mode);
    }
}

void(trace_block_leave)(struct trace_block *b)
{
    uintptr_t mode = __atomic_load_n(&b->mode, __ATOMIC_RELAXED);

    if (mode != 0) {
        trace_visit_end(b, mode);
    }
}

#endif
