/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The guard and the high-water mark of a thread's stack. The lowest words hold a guard that is looked at
 * in every switch and tick; the rest is filled with a pattern, and what is no longer the pattern was used.
 */
#include "kernel_priv.h"

#define GUARD_WORDS 2
#define GUARD       0x5AFE57ACu
#define FILL        0xA5A5A5A5u

void stack_prepare(void *stack, size_t bytes)
{
    uint32_t *word = stack;

    for (size_t i = 0; i < bytes / sizeof *word; i++) {
        word[i] = i < GUARD_WORDS ? GUARD : FILL;
    }
}

size_t stack_used(const void *stack, size_t bytes)
{
    const volatile uint32_t *word = stack;
    size_t words = bytes / sizeof *word;
    size_t unused = 0;

    while (unused < words && word[unused] == (unused < GUARD_WORDS ? GUARD : FILL)) {
        unused++;
    }
    return bytes - unused * sizeof *word;
}

bool stack_intact(const struct thread *t)
{
    const uint32_t *word = (const uint32_t *)(const void *)t->stack;

    for (size_t i = 0; i < GUARD_WORDS; i++) {
        if (word[i] != GUARD) {
            return false;
        }
    }
    return true;
}

void stack_check(const struct thread *t, uintptr_t sp)
{
    if (sp < (uintptr_t)t->stack + GUARD_WORDS * sizeof(uint32_t) || !stack_intact(t)) {
        panic("stack overflow in thread %s: more than its %u bytes were used", t->name,
              (unsigned)t->stack_bytes);
    }
}
