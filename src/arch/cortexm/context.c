/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The first context of a thread: the registers that PendSV restores (r4 to r11), below those that the
 * hardware unstacks (Armv7-M ARM, B1.5.6).
 */
#include <hal/context.h>

struct frame {
    uint32_t r4_r11[8];
    uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
};

_Static_assert(sizeof(struct frame) + 4 <= HAL_CONTEXT_BYTES, "a frame and its alignment fit");

uintptr_t hal_context_init(void *stack, size_t stack_bytes, void (*entry)(void *), void *arg)
{
    uintptr_t top = ((uintptr_t)stack + stack_bytes) & ~(uintptr_t)7;
    struct frame *f = (struct frame *)top - 1;

    *f = (struct frame){
        .r0 = (uint32_t)arg, .pc = (uint32_t)entry & ~1u, .xpsr = 1u << 24, /* Thumb */
    };
    return (uintptr_t)f;
}
