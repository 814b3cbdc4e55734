/* SPDX-License-Identifier: BSD-2-Clause */
/* Enter and leave in C: right on any core, and twice as long as a form in assembly. The build prints a note.
 */
#include <profiler/block_pair.h>

void trace_block_enter(struct trace_block *b)
{
    if (!trace_block_is_on(b)) {
        return;
    }
    struct trace_context *c = port_context();

    if (c->top == c->limit) {
        trace_pair_enter_full(b);
    } else {
        trace_pair_enter(c, b);
    }
}

void trace_block_leave(struct trace_block *b)
{
    struct trace_stamp s = trace_stamp_now(port_context());

    trace_pair_leave(b, s.cycles, s.stolen_cycles);
}
