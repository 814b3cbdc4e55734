/* SPDX-License-Identifier: BSD-2-Clause */
/* What the unwinder needs to know: the room on stacks, and where the outgoing thread of a switch was. */
#if CONFIG_TRACE && CONFIG_TRACE_STACKS

#include <hal/context.h>
#include <spoor/port/port.h>
#include "kernel_priv.h"

#define GUARD_BYTES (STACK_GUARD_WORDS * sizeof(uint32_t))

/* @return the lowest address that leaves room for the guard and a context, if `here` is in the stack; else 0
 */
static uintptr_t low_of(const void *stack, size_t bytes, uintptr_t here)
{
    uintptr_t begin = (uintptr_t)stack;

    return here - begin < bytes ? begin + GUARD_BYTES + HAL_CONTEXT_BYTES : 0;
}

/* Boot has a stack of its own on some boards. Its room isn't known. */
uintptr_t spoor_port_stack_low(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    uint32_t state = spoor_irq_save();
    const struct thread *t = this_cpu()->current;
    size_t bytes;
    const void *isr_stack = hal_isr_stack(hal_cpu_id(), &bytes);

    spoor_irq_restore_relaxed(state);
    uintptr_t low = t != NULL ? low_of(t->stack, t->stack_bytes, here) : 0;

    return low != 0 ? low : low_of(isr_stack, bytes, here);
}

bool spoor_port_stack_unused(uint32_t number, uint32_t *bytes)
{
    struct thread_info info;

    for (unsigned n = 0; thread_get_info(n, &info) == 0; n++) {
        if (info.id == number) {
            uint32_t taken = (uint32_t)(info.stack_used_bytes + GUARD_BYTES);

            *bytes = taken < info.stack_bytes ? (uint32_t)info.stack_bytes - taken : 0;
            return true;
        }
    }
    return false;
}

/* During a switch the outgoing thread's context is still the running one. */
bool spoor_port_outgoing(struct spoor_frame *f)
{
    const struct thread *out = spoor_container_of(spoor_port_context(), struct thread, trace.context);

    return hal_context_frame(out->sp, f);
}

#endif
