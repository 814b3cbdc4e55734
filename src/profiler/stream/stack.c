/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks recorded with events: of the caller of trace_event(), so without the frames of the profiler. */
#include <profiler/stack.h>
#include "ring_priv.h"

#if CONFIG_TRACE_EVENTS

#if CONFIG_TRACE_STACKS

/* Frames in front of the caller's: this function and its emitter, and what the compiler may put between. */
#define OWN_FRAMES 4

/* The registers that a callee keeps, sp and pc; a register that this function uses its table knows of. */
static inline __attribute__((always_inline)) void here(struct trace_registers *regs)
{
    uint32_t scratch;

    __asm__ volatile("str r4, [%1, #16]\n\tstr r5, [%1, #20]\n\tstr r6, [%1, #24]\n\tstr r7, [%1, #28]\n\t"
                     "mov %0, r8\n\tstr %0, [%1, #32]\n\t"
                     "mov %0, r9\n\tstr %0, [%1, #36]\n\t"
                     "mov %0, r10\n\tstr %0, [%1, #40]\n\t"
                     "mov %0, r11\n\tstr %0, [%1, #44]\n\t"
                     "mov %0, sp\n\tstr %0, [%1, #52]\n\t"
                     "mov %0, pc\n\tstr %0, [%1, #60]"
                     : "=&l"(scratch)
                     : "l"(regs)
                     : "memory");
}

void trace_emit_stack(uint32_t of, unsigned depth, const void *caller)
{
    struct trace_registers regs;
    struct {
        uint32_t of;
        uint32_t addresses[TRACE_EVENT_DEPTH];
    } stack = {.of = of};
    unsigned found = 1;

    if (of == 0 || depth == 0) {
        return;
    }
    here(&regs);
    regs.r[TRACE_PC] |= 1; /* behind the prologue, as where a call returns to */
    stack.addresses[0] = (uint32_t)caller;
    for (unsigned own = 0; depth > 1 && own < OWN_FRAMES && trace_unwind_step(&regs); own++) {
        if (regs.r[TRACE_PC] == stack.addresses[0]) {
            found += trace_unwind(&regs, stack.addresses + 1, depth - 1);
            break;
        }
    }
    uint32_t bytes = (1 + found) * (uint32_t)sizeof(uint32_t);

    (void)trace_emit_bytes(WIRE_HEADER_WORD(WIRE_ID_STACK), &stack, bytes);
}

#else

void trace_emit_stack(uint32_t of, unsigned depth, const void *caller)
{
    (void)of; /* nobody could set a depth */
    (void)depth;
    (void)caller;
}

#endif
#endif
