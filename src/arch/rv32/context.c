/* SPDX-License-Identifier: BSD-2-Clause */
/* The initial context of a thread, to be restored by entry.S. */
#include <stddef.h>
#include <hal/context.h>
#include "rv32_priv.h"

_Static_assert(sizeof(struct rv32_trap) == TRAP_BYTES && offsetof(struct rv32_trap, mepc) == TRAP_MEPC &&
                   offsetof(struct rv32_trap, mstatus) == TRAP_MSTATUS &&
                   offsetof(struct rv32_trap, scratch) == TRAP_SCRATCH,
               "must match entry.S");
_Static_assert(sizeof(struct rv32_context) == CONTEXT_BYTES && CONTEXT_BYTES <= HAL_CONTEXT_BYTES,
               "a context must fit");

uintptr_t hal_context_init(void *stack, size_t stack_bytes, void (*entry)(void *), void *arg)
{
    uintptr_t top = ((uintptr_t)stack + stack_bytes) & ~(uintptr_t)15;
    struct rv32_context *c = (struct rv32_context *)top - 1;

    *c = (struct rv32_context){
        .trap.a0_a7 = {(uint32_t)arg},
        .trap.mepc = (uint32_t)entry,
        .trap.mstatus = MSTATUS_MPP | MSTATUS_MPIE,
    };
    return (uintptr_t)c;
}
