/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The guard and the high-water mark of a thread's stack. The lowest words hold a guard that every switch and
 * tick checks. The rest is filled with a pattern; words that differ from the pattern were used.
 */
#include "kernel_priv.h"

#define FILL 0xA5A5A5A5u

void stack_prepare(void *stack, size_t bytes)
{
    uint32_t *word = stack;

    for (size_t i = 0; i < bytes / sizeof *word; i++) {
        word[i] = i < STACK_GUARD_WORDS ? STACK_GUARD : FILL;
    }
}

size_t stack_used(const void *stack, size_t bytes)
{
    const volatile uint32_t *word = stack;
    size_t words = bytes / sizeof *word;
    size_t unused = 0;

    while (unused < words && word[unused] == (unused < STACK_GUARD_WORDS ? STACK_GUARD : FILL)) {
        unused++;
    }
    return bytes - unused * sizeof *word;
}
