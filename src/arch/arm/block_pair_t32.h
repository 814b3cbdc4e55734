/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Enter and leave in T32, for the common cases: there is room, the block left is the innermost, and it sets
 * no new extreme. Every other case goes to context.c.
 *
 * In assembly because the compiler takes 20 instructions more, and twice that where interrupts stole time: it
 * neither loads nor stores several words at a time. The block_pair.c that includes this defines
 *
 *   LOAD_CONTEXT(c, now)  the running context, and the address of trace_now
 *   READ_CLOCK(to, t)     the time; t is a scratch register
 *   LOCK, UNLOCK          of the block in r0, with interrupts masked; lr keeps their state, r3 and r12 are
 * free PAUSE, RESUME         give it back and take it again, r9 is free; jump to 8 after a reset in between,
 *                         which changed the number in r8; or nothing, where the lock is kept
 *   LOAD_RESETS           that number, to r8
 *   FAILED                the label 7, where PAUSE gives the lock back, otherwise 8
 */
#ifndef BLOCK_PAIR_T32_H
#define BLOCK_PAIR_T32_H

#include <stddef.h>
#include <profiler/block_pair.h>

_Static_assert(offsetof(struct trace_context, limit) == 0 && offsetof(struct trace_context, top) == 4 &&
                   offsetof(struct trace_context, inner_cycles) == 8 &&
                   offsetof(struct trace_context, stolen_cycles) == 12,
               "enter loads these four together, and the last two again; leave the middle two");
_Static_assert(offsetof(struct trace_open, block) == 0 && offsetof(struct trace_open, inner_cycles) == 4 &&
                   offsetof(struct trace_open, begin_cycles) == 8 &&
                   offsetof(struct trace_open, stolen_cycles) == 12 &&
                   offsetof(struct trace_open, age) == 16 && sizeof(struct trace_open) == 20,
               "enter stores and leave loads these together");
_Static_assert(offsetof(struct trace_context, open) - offsetof(struct trace_context, limit) == 20,
               "where an entry below the first would have its block lies limit, which is no block's address");
_Static_assert(offsetof(struct trace_block, min_cycles) + 4 == offsetof(struct trace_block, max_net_cycles) &&
                   offsetof(struct trace_block, max_cycles) + 4 ==
                       offsetof(struct trace_block, min_net_cycles) &&
                   offsetof(struct trace_block, count) + 4 == offsetof(struct trace_block, last_cycles),
               "leave loads and stores these by pairs");

/* clang-format off */

/*
 * An interruption between stolen, the clock and the age shows in stolen: then all are read again. The order
 * of the rest is that of trace_pair_enter().
 */
__attribute__((naked)) void trace_block_enter(struct trace_block *b __attribute__((unused)))
{
    __asm__ volatile(
        "ldr    r1, [r0, %[mode]]           \n\t"
        "cbz    r1, 1f                      \n\t"
        "push   {r4-r7, lr}                 \n\t" LOAD_CONTEXT("r1", "r7")
        "ldmia  r1, {r2, r3, r4, r5}        \n\t" /* limit, top, -, stolen */
        "cmp    r2, r3                      \n\t"
        "beq    2f                          \n\t"
        "3:                                 \n\t" READ_CLOCK("r4", "lr")
        "ldr    lr, [r7, %[age]]            \n\t"
        "ldrd   r2, r6, [r1, %[inner]]      \n\t" /* and stolen again */
        "cmp    r5, r6                      \n\t"
        "bne    4f                          \n\t"
        "add    r12, r3, %[size]            \n\t"
        "str    r12, [r1, %[top]]           \n\t"
        "stmia  r3, {r0, r2, r4, r6, lr}    \n\t" /* block, inner, begin, stolen, age */
        "pop    {r4-r7, pc}                 \n\t"
        "4: mov r5, r6                      \n\t"
        "b      3b                          \n\t"
        "1: bx  lr                          \n\t"
        "2: pop {r4-r7, lr}                 \n\t"
        "b      trace_pair_enter_full       \n\t"
        ".ltorg                             \n\t"
        :: BLOCK_PAIR_OPERANDS, [mode] "i"(offsetof(struct trace_block, mode)),
        [age] "i"(offsetof(struct trace_now, age)), [inner] "i"(offsetof(struct trace_context, inner_cycles)),
        [top] "i"(offsetof(struct trace_context, top)), [size] "i"(sizeof(struct trace_open)));
}

/*
 * The clock and stolen are read under the lock, as the numbers have to be updated. From 3 on is the visit
 * from which time was stolen, or with blocks inside it: with the steps of trace_block_visit().
 */
__attribute__((naked)) void trace_block_leave(struct trace_block *b __attribute__((unused)))
{
    __asm__ volatile(
        LOAD_CONTEXT_ALONE("r1")
        "push   {r4-r9, lr}                 \n\t"
        "ldrd   r2, r4, [r1, %[top]]        \n\t" /* and inner */
        "ldmdb  r2!, {r3, r5, r6, r7, r8}   \n\t" /* block, inner at entry, begin, stolen, age */
        "cmp    r3, r0                      \n\t"
        "bne    2f                          \n\t"
        "subs   r4, r4, r5                  \n\t" /* the blocks inside */
        LOCK READ_CLOCK("r12", "r3")
        "ldr    r3, [r1, %[stolen]]         \n\t"
        "sub    r6, r12, r6                 \n\t" /* wall */
        "subs   r7, r3, r7                  \n\t" /* stolen in this visit */
        "ldr    r3, [r0, %[mode]]           \n\t"
        "eor    r3, r3, %[on]               \n\t" /* 0 when on and nothing else */
        "orrs   r3, r7                      \n\t"
        "orrs   r3, r4                      \n\t"
        "bne    3f                          \n\t"
        "ldrd   r3, r12, [r0, %[min]]       \n\t" /* and the net maximum */
        "cmp    r6, r3                      \n\t"
        "bcc    8f                          \n\t"
        "cmp    r6, r12                     \n\t"
        "bhi    8f                          \n\t"
        "ldrd   r3, r4, [r0, %[sum]]        \n\t"
        "adds   r3, r6                      \n\t"
        "adc    r4, r4, #0                  \n\t"
        "strd   r3, r4, [r0, %[sum]]        \n\t"
        "ldr    r3, [r0, %[count]]          \n\t"
        "adds   r3, #1                      \n\t"
        "strd   r3, r6, [r0, %[count]]      \n\t" /* and last */
        "str    r6, [r0, %[last_net]]       \n\t" UNLOCK
        "add    r5, r6                      \n\t" /* the visit in place of the blocks inside it */
        "strd   r2, r5, [r1, %[top]]        \n\t" /* and inner */
        "pop    {r4-r9, pc}                 \n\t" WAIT

        "2: ldr r3, [r0, %[mode]]           \n\t" /* off, and no block is open: it was off before */
        "cbnz   r3, 5f                      \n\t"
        "add    r3, r1, %[below]            \n\t"
        "cmp    r2, r3                      \n\t"
        "it     eq                          \n\t"
        "popeq  {r4-r9, pc}                 \n\t"
        "5: pop {r4-r9, lr}                 \n\t"
        "b      trace_pair_leave_now        \n\t"

        "3:                                 \n\t" PAUSE
        "ldr    r3, =trace_now              \n\t"
        "ldr    r3, [r3, %[age]]            \n\t"
        "cmp    r3, r8                      \n\t" /* the age is that at entry */
        "bne    " FAILED "                  \n\t" LOAD_RESETS
        "subs   r3, r6, r7                  \n\t" /* net */
        "ldrd   r9, r12, [r0, %[min]]       \n\t"
        "cmp    r6, r9                      \n\t"
        "bcc    " FAILED "                  \n\t"
        "cmp    r3, r12                     \n\t"
        "bhi    " FAILED "                  \n\t"
        "ldrd   r9, r12, [r0, %[max]]       \n\t" /* and the net minimum */
        "cmp    r6, r9                      \n\t"
        "bhi    " FAILED "                  \n\t"
        "cmp    r3, r12                     \n\t"
        "bcc    " FAILED "                  \n\t" RESUME /* the extremes are those that it was compared with */
        "ldr    r9, [r0, %[mode]]           \n\t"
        "cmp    r9, %[on]                   \n\t"
        "bne    8f                          \n\t"
        "ldrd   r9, r12, [r0, %[sum]]       \n\t"
        "adds   r9, r6                      \n\t"
        "adc    r12, r12, #0                \n\t"
        "strd   r9, r12, [r0, %[sum]]       \n\t"
        "ldrd   r9, r12, [r0, %[stolen_sum]]\n\t"
        "adds   r9, r7                      \n\t"
        "adc    r12, r12, #0                \n\t"
        "strd   r9, r12, [r0, %[stolen_sum]]\n\t"
        "ldr    r9, [r0, %[count]]          \n\t"
        "add    r9, #1                      \n\t"
        "strd   r9, r6, [r0, %[count]]      \n\t" /* and last */
        "str    r3, [r0, %[last_net]]       \n\t"
        "cbz    r4, 9f                      \n\t" BREAK
        "ldrd   r9, r12, [r0, %[children]]  \n\t"
        "adds   r9, r4                      \n\t"
        "adc    r12, r12, #0                \n\t"
        "strd   r9, r12, [r0, %[children]]  \n\t"
        "9: add r5, r3                      \n\t" UNLOCK
        "strd   r2, r5, [r1, %[top]]        \n\t"
        "pop    {r4-r9, pc}                 \n\t"

        "8:                                 \n\t" UNLOCK
        "7: ldr r1, [r2, %[begin]]          \n\t"
        "add    r1, r6                      \n\t" /* the end of the visit, as it was read */
        "ldr    r2, [r2, %[entry_stolen]]   \n\t"
        "add    r2, r7                      \n\t" /* and stolen */
        "ldr    r3, =trace_now              \n\t"
        "ldr    r3, [r3, %[age]]            \n\t"
        "pop    {r4-r9, lr}                 \n\t"
        "b      trace_pair_leave            \n\t"
        ".ltorg                             \n\t"
        :: BLOCK_PAIR_OPERANDS, [mode] "i"(offsetof(struct trace_block, mode)), [on] "i"(TRACE_BLOCK_ON),
        [age] "i"(offsetof(struct trace_now, age)), [top] "i"(offsetof(struct trace_context, top)),
        [stolen] "i"(offsetof(struct trace_context, stolen_cycles)),
        [below] "i"(offsetof(struct trace_context, open) - sizeof(struct trace_open)),
        [begin] "i"(offsetof(struct trace_open, begin_cycles)),
        [entry_stolen] "i"(offsetof(struct trace_open, stolen_cycles)),
        [sum] "i"(offsetof(struct trace_block, sum_cycles)),
        [stolen_sum] "i"(offsetof(struct trace_block, stolen_sum_cycles)),
        [children] "i"(offsetof(struct trace_block, children_sum_cycles)),
        [min] "i"(offsetof(struct trace_block, min_cycles)), [max] "i"(offsetof(struct trace_block, max_cycles)),
        [count] "i"(offsetof(struct trace_block, count)),
        [last_net] "i"(offsetof(struct trace_block, last_net_cycles)));
}

/* clang-format on */

#endif
