/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The end of a scope with wall time only, in T32 with one CPU. The compiler's code is 4 instructions longer,
 * because it moves values between registers. The including block_pair.c must define READ_CLOCK of
 * block_pair_t32.h, CLOCK, and MASK_IN(r) and UNMASK_FROM(r), which mask interrupts and restore them from the
 * register `r`.
 */
#ifndef BLOCK_PAIR_WALL_H
#define BLOCK_PAIR_WALL_H

#include <stddef.h>
#include <spoor/port/block_pair.h>

_Static_assert(offsetof(struct trace_block, quick_cycles) + 4 == offsetof(struct trace_block, min_cycles) &&
                   offsetof(struct trace_block, count) + 4 == offsetof(struct trace_block, last_cycles),
               "these are loaded and stored together");

#define SCOPE_RECORD_IN_ASSEMBLY

/* clang-format off */

/* It follows the steps of block_pair_c.h. */
__attribute__((naked)) void trace_scope_record(struct trace_block *b __attribute__((unused)),
                                               uint32_t begin_cycles __attribute__((unused)),
                                               uint32_t begin_age __attribute__((unused)))
{
    __asm__ volatile(
        READ_CLOCK("r3", "r12")
        "subs   r1, r3, r1                  \n\t"
        "ldr    r3, =trace_now              \n\t"
        "ldr    r3, [r3, %[age]]            \n\t"
        "cmp    r3, r2                      \n\t"
        "bne    1f                          \n\t" MASK_IN("r12")
        "ldrd   r2, r3, [r0, %[quick]]      \n\t" /* and the minimum */
        "subs   r3, r1, r3                  \n\t"
        "cmp    r3, r2                      \n\t"
        "bcs    2f                          \n\t"
        "ldrd   r2, r3, [r0, %[sum]]        \n\t"
        "adds   r2, r1                      \n\t"
        "adc    r3, r3, #0                  \n\t"
        "strd   r2, r3, [r0, %[sum]]        \n\t"
        "ldr    r2, [r0, %[count]]          \n\t"
        "adds   r2, #1                      \n\t"
        "strd   r2, r1, [r0, %[count]]      \n\t" /* and last */
        UNMASK_FROM("r12")
        "bx     lr                          \n\t"
        "2:                                 \n\t" UNMASK_FROM("r12")
        "b      trace_block_record          \n\t"
        "1: b   trace_scope_record_other    \n\t"
        ".ltorg                             \n\t"
        :: CLOCK, [age] "i"(offsetof(struct trace_now, age)), [quick] "i"(offsetof(struct trace_block, quick_cycles)),
        [sum] "i"(offsetof(struct trace_block, sum_cycles)), [count] "i"(offsetof(struct trace_block, count)));
}

/* clang-format on */

#endif
