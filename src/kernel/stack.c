/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stack guards and high-water marks, for threads and interrupts. The lowest words of a stack hold a guard,
 * which every switch and tick checks. The rest is filled with a pattern. A word that differs from the
 * pattern was used.
 */
#include <hal/context.h>
#include <kernel/irq.h>
#include "kernel_priv.h"

#define FILL 0xA5A5A5A5u

/* @return what word `i` of an unused stack contains */
static uint32_t unused_word(size_t i)
{
    return i >= STACK_GUARD_WORDS ? FILL : i == 0 ? STACK_GUARD : STACK_GUARD ^ STACK_GUARD_DIFFER;
}

void stack_prepare(void *stack, size_t bytes)
{
    uint32_t *word = stack;

    for (size_t i = 0; i < bytes / sizeof *word; i++) {
        word[i] = unused_word(i);
    }
}

size_t stack_used(const void *stack, size_t bytes)
{
    const volatile uint32_t *word = stack;
    size_t words = bytes / sizeof *word;
    size_t unused = 0;

    while (unused < words && word[unused] == unused_word(unused)) {
        unused++;
    }
    return bytes - unused * sizeof *word;
}

/* Boot may run on the interrupt stack, so the part in use is not overwritten. */
void irq_stacks_prepare(void)
{
    uintptr_t here = ((uintptr_t)__builtin_frame_address(0) - 128) & ~(uintptr_t)7;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        size_t bytes;
        uintptr_t stack = (uintptr_t)hal_isr_stack(cpu, &bytes);

        stack_prepare((void *)stack, here > stack && here < stack + bytes ? here - stack : bytes);
    }
}

size_t irq_stack_used(unsigned cpu, size_t *bytes)
{
    const void *stack = hal_isr_stack(cpu, bytes);

    return stack_used(stack, *bytes);
}

bool irq_stack_intact(void)
{
    size_t bytes;

    return stack_guarded(hal_isr_stack(hal_cpu_id(), &bytes));
}
