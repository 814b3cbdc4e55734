/* SPDX-License-Identifier: BSD-2-Clause */
/* The disturbed cases of enter and leave, behind the fast ones in C or assembly. */
#ifndef CONTEXT_PRIV_H
#define CONTEXT_PRIV_H

#include <profiler/tracing/trace.h>

/* The fast case in assembly needs a counter that one load reads, and Thumb-2's doubleword accesses. */
#if (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__)) && CONFIG_TRACE_NET && CONFIG_CYCLES_ADDRESS &&  \
    !CONFIG_CYCLES_CAPTURE && CONFIG_CYCLES_BITS == 32 && CONFIG_CPUS == 1 && defined(PORT_CONTEXT_VARIABLE)
#define TRACE_PAIR_IN_ASSEMBLY 1
#else
#define TRACE_PAIR_IN_ASSEMBLY 0
#endif

/** Enter `b` though the context has no room. Context: the entering one. */
void trace_enter_full(struct trace_block *b);

/**
 * Leave `b`, entered wherever in the stack or not at all.
 *
 * @param end_cycles     now
 * @param stolen_cycles  the context's at that time
 *
 * Context: the leaving one.
 */
void trace_leave_any(struct trace_block *b, uint32_t end_cycles, uint32_t stolen_cycles);

/** The same, now. Context: the leaving one. */
void trace_leave_now(struct trace_block *b);

#endif
