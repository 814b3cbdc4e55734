/* SPDX-License-Identifier: BSD-2-Clause */
/* What the unwinder needs to know: the room on stacks, and where the outgoing thread of a switch was. */
#if CONFIG_TRACE && CONFIG_TRACE_STACKS

#include <hal/context.h>
#include <hal/interrupted.h>
#include <spoor/port/port.h>
#include "kernel_priv.h"

#define GUARD_BYTES (STACK_GUARD_WORDS * sizeof(uint32_t))

/* @return the lowest address that leaves room for the guard and a context, if `here` is in the stack; else 0
 */
static inline uintptr_t low_of(const void *stack, size_t bytes, uintptr_t here)
{
    uintptr_t begin = (uintptr_t)stack;

    return here - begin < bytes ? begin + GUARD_BYTES + HAL_CONTEXT_BYTES : 0;
}

static inline const struct thread *running(void)
{
#if CONFIG_CPUS > 1
    uint32_t state = spoor_irq_save(); /* the thread could move to another CPU between the two reads */
    const struct thread *t = this_cpu()->current;

    spoor_irq_restore_relaxed(state);
    return t;
#else
    return this_cpu()->current;
#endif
}

/* Boot has a stack of its own on some boards. Its room isn't known. */
uintptr_t spoor_port_stack_low(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0), low = 0;
    const struct thread *t = running();
    size_t bytes;

    if (t != NULL) {
        low = low_of(t->stack, t->stack_bytes, here);
    }
    if (__builtin_expect(low == 0, 0)) { /* an interrupt, which stays on its CPU, or boot */
        const void *isr_stack = hal_isr_stack(hal_cpu_id(), &bytes);

        low = low_of(isr_stack, bytes, here);
    }
    return low;
}

bool spoor_port_interrupted(struct spoor_frame *f)
{
#if CONFIG_TRACE_SAMPLES
    return hal_interrupted_frame(f);
#else
    (void)f;
    return false;
#endif
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
