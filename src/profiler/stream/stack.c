/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks recorded with events. */
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

void trace_emit_stack(uint32_t of, unsigned depth)
{
    const uint32_t words[] = {of};

    (void)depth;
    trace_emit_bytes(WIRE_HEADER_WORD(WIRE_ID_STACK), words, sizeof words);
}

#endif
