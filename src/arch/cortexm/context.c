/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The initial context of a thread: the registers restored by PendSV (frame.h), below those unstacked by the
 * hardware (Armv7-M ARM, B1.5.6).
 */
#include <hal/context.h>
#include <arch/frame.h>

struct frame {
#if CORTEXM_LIMIT
    uint32_t limit;
#endif
    uint32_t r4_r11[8];
#if CORTEXM_FLOAT
    uint32_t exc_return;
#endif
    uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
};

_Static_assert(sizeof(struct frame) == CORTEXM_SAVED_BYTES + 32, "struct frame must match frame.h");

uintptr_t hal_context_init(void *stack, size_t stack_bytes, void (*entry)(void *), void *arg)
{
    uintptr_t top = ((uintptr_t)stack + stack_bytes) & ~(uintptr_t)7;
    struct frame *f = (struct frame *)top - 1;

    *f = (struct frame)
    {
#if CORTEXM_LIMIT
        .limit = (uint32_t)stack,
#endif
#if CORTEXM_FLOAT
        .exc_return = CORTEXM_RETURN,
#endif
        .r0 = (uint32_t)arg, .pc = (uint32_t)entry & ~1u, .xpsr = 1u << 24, /* Thumb */
    };
    return (uintptr_t)f;
}
