/* SPDX-License-Identifier: BSD-2-Clause */
/* The initial context of a thread, to be restored by entry.S. */
#include <hal/context.h>
#include "armv7a_priv.h"

#define CPSR_F (1u << 6) /* fast interrupts aren't used */
#define CPSR_T (1u << 5)

_Static_assert(sizeof(struct armv7a_frame) <= HAL_CONTEXT_BYTES, "a frame must fit");

uintptr_t hal_context_init(void *stack, size_t stack_bytes, void (*entry)(void *), void *arg)
{
    uintptr_t top = ((uintptr_t)stack + stack_bytes) & ~(uintptr_t)7;
    struct armv7a_frame *f = (struct armv7a_frame *)top - 1;
    uint32_t pc = (uint32_t)entry;

    *f = (struct armv7a_frame){
        .r0 = (uint32_t)arg,
        .pc = pc & ~1u,
        .cpsr = MODE_SYS | CPSR_F | (pc & 1 ? CPSR_T : 0),
    };
    return (uintptr_t)f;
}
