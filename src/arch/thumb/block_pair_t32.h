/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Enter and leave in T32, for the common cases: there is room, the block being left is the innermost, and
 * the visit sets no new extreme. context.c handles all other cases.
 *
 * With restartable sequences, the architecture's restart.S has the enter functions.
 *
 * This is assembly because the compiler's code is 20 instructions longer, and 40 if interrupts stole time:
 * it doesn't load or store several words at once. The including block_pair.c must define
 *
 *   LOAD_CONTEXT(c, now)  load the current context, and the address of trace_now
 *   READ_CLOCK(to, t)     load the time; `t` is a scratch register
 *   LOAD_CONTEXT_AND_CLOCK(c, at), READ_CLOCK_AT(to, at, t), ADDRESSES  optional, see below
 *   LOCK, UNLOCK          lock and unlock the block in r0, with interrupts
 *                         masked; r11 keeps their state, r3 and r12 are free
 *   PAUSE, RESUME         unlock and lock again; r1 is free. RESUME jumps to 8 if
 *                         the block was reset meanwhile, that is, its reset count
 *                         differs from r8. Both are empty if the lock is kept.
 *   LOAD_RESETS           load the reset count into r8
 *   FAILED                the label 7 if PAUSE unlocks, otherwise 8
 */
#ifndef BLOCK_PAIR_T32_H
#define BLOCK_PAIR_T32_H

#include <stddef.h>
#include <spoor/port/block_pair.h>
#include <spoor/port/restart.h>

_Static_assert(offsetof(struct trace_context, limit) == 0 && offsetof(struct trace_context, top) == 4 &&
                   offsetof(struct trace_context, inner_cycles) == 8 &&
                   offsetof(struct trace_context, stolen_cycles) == 12,
               "enter loads these four together, and the last two again; leave the middle two");
_Static_assert(offsetof(struct trace_now, context) == 0 && offsetof(struct trace_now, age) == 4 * CONFIG_CPUS,
               "restart.S relies on these");
_Static_assert(offsetof(struct trace_open, mode) == 0 && offsetof(struct trace_open, inner_cycles) == 4 &&
                   offsetof(struct trace_open, begin_cycles) == 8 &&
                   offsetof(struct trace_open, stolen_cycles) == 12 &&
                   offsetof(struct trace_open, age) == 16 && sizeof(struct trace_open) == 20,
               "enter stores and leave loads these together");
_Static_assert(offsetof(struct trace_scope, block) == 0 && offsetof(struct trace_scope, inner_cycles) == 4 &&
                   offsetof(struct trace_scope, begin_cycles) == 8 &&
                   offsetof(struct trace_scope, stolen_cycles) == 12 &&
                   offsetof(struct trace_scope, age) == 16,
               "a scope is like an entry");
_Static_assert(offsetof(struct trace_context, open) - offsetof(struct trace_context, limit) == 20,
               "an entry below the first would have its mode at limit, which is never that of a block");
_Static_assert(
    offsetof(struct trace_block, quick_cycles) + 4 == offsetof(struct trace_block, min_cycles) &&
        offsetof(struct trace_block, min_cycles) + 4 == offsetof(struct trace_block, max_net_cycles) &&
        offsetof(struct trace_block, max_cycles) + 4 == offsetof(struct trace_block, min_net_cycles) &&
        offsetof(struct trace_block, sum_cycles) == 0 && offsetof(struct trace_block, count) == 8 &&
        offsetof(struct trace_block, count) + 4 == offsetof(struct trace_block, last_cycles) &&
        offsetof(struct trace_block, count) + 8 == offsetof(struct trace_block, last_stolen_cycles),
    "leave loads and stores these together");

/* Where the clock is a word, its address is loaded with that of the context. */
#ifndef LOAD_CONTEXT_AND_CLOCK
#define LOAD_CONTEXT_AND_CLOCK(c, at) LOAD_CONTEXT_ALONE(c)
#define READ_CLOCK_AT(to, at, t)      READ_CLOCK(to, t)
#define ADDRESSES                     ".ltorg\n\t"
#endif

/* clang-format off */

#if !SPOOR_RESTARTABLE_BLOCKS

/*
 * If an interrupt occurs between reading stolen, the clock and the age, stolen differs and all three are
 * read again. The order of the other steps must be that of trace_pair_enter().
 */
__attribute__((naked)) void trace_visit_begin(uintptr_t mode __attribute__((unused)))
{
    __asm__ volatile(
        "push   {r4-r7, lr}                 \n\t" LOAD_CONTEXT("r1", "r7")
        "ldmia  r1, {r2, r3, r4, r5}        \n\t" /* limit, top, -, stolen */
        "cmp    r2, r3                      \n\t"
        "beq    2f                          \n\t"
        "3:                                 \n\t" READ_CLOCK("r4", "lr")
        "ldr    lr, [r7, %[age]]            \n\t"
        "ldrd   r2, r6, [r1, %[inner]]      \n\t" /* inner, and stolen again */
        "cmp    r5, r6                      \n\t"
        "bne    4f                          \n\t"
        "add    r12, r3, %[size]            \n\t"
        "str    r12, [r1, %[top]]           \n\t"
        "stmia  r3, {r0, r2, r4, r6, lr}    \n\t" /* mode, inner, begin, stolen, age */
        "pop    {r4-r7, pc}                 \n\t"
        "4: mov r5, r6                      \n\t"
        "b      3b                          \n\t"
        "2: pop {r4-r7, lr}                 \n\t"
        "b      trace_pair_enter_full       \n\t"
        ".ltorg                             \n\t"
        :: BLOCK_PAIR_OPERANDS, [age] "i"(offsetof(struct trace_now, age)),
        [inner] "i"(offsetof(struct trace_context, inner_cycles)),
        [top] "i"(offsetof(struct trace_context, top)), [size] "i"(sizeof(struct trace_open)));
}

#endif

/*
 * End a visit, and return to the caller of the function that called this. That function has pushed the block,
 * or the scope if it ends one, then r4 to r11 and lr. The fields of the entry or scope are in registers: r0 block,
 * r5 inner, r6 begin, r7 stolen, r8 age; and r10 context, r4 its inner, r9 its top afterwards, which is the
 * address of an entry; r2 address of the clock, if LOAD_CONTEXT_AND_CLOCK loads it. The clock and stolen are read under the lock, together with the update; from then on
 * r6 is the wall time. The code from label 3 on handles visits from which time was stolen. It follows the
 * steps of trace_block_visit().
 *
 * In all other cases this returns to the function that called it, with the arguments of trace_pair_leave() or
 * trace_scope_leave_at() in r0 to r3, and with the other registers as they were pushed.
 */
TRACE_PAIR_USED void trace_visit_finish(void);

__attribute__((naked)) void trace_visit_finish(void)
{
    __asm__ volatile(
        "subs   r4, r4, r5                   \n\t" /* time of the blocks inside */
        LOCK READ_CLOCK_AT("r12", "r2", "r3")
        "ldr    r3, [r10, %[stolen]]         \n\t"
        "sub    r6, r12, r6                  \n\t" /* wall */
        "subs   r7, r3, r7                   \n\t" /* stolen during this visit */
        "bne    3f                           \n\t"
        "ldrd   r1, r2, [r0, %[quick]]       \n\t" /* the number of quick durations, and the minimum */
        "subs   r2, r6, r2                   \n\t"
        "cmp    r2, r1                       \n\t"
        "bcs    8f                           \n\t"
        "ldmia  r0, {r1, r2, r3}             \n\t" /* sum and count */
        "adds   r1, r6                       \n\t"
        "adc    r2, r2, #0                   \n\t"
        "adds   r3, #1                       \n\t"
        "stmia  r0, {r1, r2, r3, r6, r7}     \n\t" /* sum, count, last and its stolen time, 0 */
        "cbz    r4, 1f                       \n\t"
        "ldrd   r1, r2, [r0, %[children]]    \n\t"
        "adds   r1, r4                       \n\t"
        "adc    r2, r2, #0                   \n\t"
        "strd   r1, r2, [r0, %[children]]    \n\t"
        "1:                                  \n\t" UNLOCK
        "add    r5, r6                       \n\t" /* the visit replaces the blocks inside it */
        "strd   r9, r5, [r10, %[top]]        \n\t"
        "pop    {r3-r11, pc}                 \n\t" WAIT

        "3:                                  \n\t" PAUSE
        "ldr    r3, =trace_now               \n\t"
        "ldr    r3, [r3, %[age]]             \n\t"
        "cmp    r3, r8                       \n\t" /* the age must not have changed */
        "bne    " FAILED "\n\t" LOAD_RESETS
        "sub    r12, r6, r7                  \n\t" /* net */
        "ldrd   r1, r3, [r0, %[min]]         \n\t" /* min, and max_net */
        "cmp    r6, r1                       \n\t"
        "bcc    " FAILED "\n\t"
        "cmp    r12, r3                      \n\t"
        "bhi    " FAILED "\n\t"
        "ldrd   r1, r3, [r0, %[max]]         \n\t" /* max, and min_net */
        "cmp    r6, r1                       \n\t"
        "bhi    " FAILED "\n\t"
        "cmp    r12, r3                      \n\t"
        "bcc    " FAILED "\n\t" RESUME /* fails if the extremes were reset meanwhile */
        "ldr    r1, [r0, %[mode]]            \n\t"
        "lsls   r1, r1, #31                  \n\t" /* TRACE_BLOCK_PLAIN */
        "beq    8f                           \n\t"
        "ldrd   r1, r3, [r0, %[stolen_sum]]  \n\t"
        "adds   r1, r7                       \n\t"
        "adc    r3, r3, #0                   \n\t"
        "strd   r1, r3, [r0, %[stolen_sum]]  \n\t"
        "ldmia  r0, {r1, r2, r3}             \n\t" /* sum and count */
        "adds   r1, r6                       \n\t"
        "adc    r2, r2, #0                   \n\t"
        "adds   r3, #1                       \n\t"
        "stmia  r0, {r1, r2, r3, r6, r7}     \n\t" /* sum, count, last and its stolen time */
        "cbz    r4, 9f                       \n\t" BREAK
        "ldrd   r1, r3, [r0, %[children]]    \n\t"
        "adds   r1, r4                       \n\t"
        "adc    r3, r3, #0                   \n\t"
        "strd   r1, r3, [r0, %[children]]    \n\t"
        "9: add r5, r12                      \n\t" UNLOCK
        "strd   r9, r5, [r10, %[top]]        \n\t"
        "pop    {r3-r11, pc}                 \n\t"

        "8:                                  \n\t" UNLOCK
        "7: mov r12, lr                      \n\t"
        "pop    {r3}                         \n\t" /* the block or the scope */
        "cmp    r3, r0                       \n\t"
        "itt    ne                           \n\t"
        "movne  r0, r3                       \n\t"
        "movne  r9, r3                       \n\t"
        "ldr    r1, [r9, %[begin]]           \n\t"
        "add    r1, r6                       \n\t" /* the end of the visit, as read */
        "ldr    r2, [r9, %[entry_stolen]]    \n\t"
        "add    r2, r7                       \n\t" /* stolen at that time */
        "ldr    r3, =trace_now               \n\t"
        "ldr    r3, [r3, %[age]]             \n\t"
        "pop    {r4-r11, lr}                 \n\t"
        "bx     r12                          \n\t"
        ".ltorg                              \n\t"
        :: BLOCK_PAIR_OPERANDS, [mode] "i"(offsetof(struct trace_block, mode)),
        [age] "i"(offsetof(struct trace_now, age)), [top] "i"(offsetof(struct trace_context, top)),
        [inner] "i"(offsetof(struct trace_context, inner_cycles)),
        [stolen] "i"(offsetof(struct trace_context, stolen_cycles)),
        [begin] "i"(offsetof(struct trace_open, begin_cycles)),
        [entry_stolen] "i"(offsetof(struct trace_open, stolen_cycles)),
        [stolen_sum] "i"(offsetof(struct trace_block, stolen_sum_cycles)),
        [children] "i"(offsetof(struct trace_block, children_sum_cycles)),
        [min] "i"(offsetof(struct trace_block, min_cycles)),
        [max] "i"(offsetof(struct trace_block, max_cycles)),
        [quick] "i"(offsetof(struct trace_block, quick_cycles)));
}

__attribute__((naked)) void trace_visit_end(struct trace_block *b __attribute__((unused)),
                                            uintptr_t mode __attribute__((unused)))
{
    __asm__ volatile(
        "push   {r0, r4-r11, lr}             \n\t" LOAD_CONTEXT_AND_CLOCK("r10", "r2")
        "ldrd   r9, r4, [r10, %[top]]        \n\t" /* and inner */
        "ldmdb  r9!, {r3, r5, r6, r7, r8}    \n\t" /* mode, inner at entry, begin, stolen, age */
        "cmp    r3, r1                       \n\t"
        "bne    2f                           \n\t"
        "bl     trace_visit_finish           \n\t"
        "b      trace_pair_leave             \n\t"
        "2: pop {r3-r11, lr}                 \n\t"
        "b      trace_pair_leave_now         \n\t" ADDRESSES
        :: BLOCK_PAIR_OPERANDS, [top] "i"(offsetof(struct trace_context, top)));
}

#if !SPOOR_RESTARTABLE_BLOCKS

/* Same scheme as trace_visit_begin(). */
__attribute__((naked)) void trace_scope_enter(struct trace_scope *s __attribute__((unused)))
{
    __asm__ volatile(
        "push   {r4-r6, lr}                 \n\t" LOAD_CONTEXT("r1", "r2")
        "ldr    r6, [r1, %[stolen]]         \n\t"
        "3:                                 \n\t" READ_CLOCK("r4", "r12")
        "ldr    lr, [r2, %[age]]            \n\t"
        "ldrd   r3, r5, [r1, %[inner]]      \n\t" /* inner, and stolen again */
        "cmp    r5, r6                      \n\t"
        "bne    4f                          \n\t"
        "add    r0, #4                      \n\t"
        "stmia  r0, {r3, r4, r5, lr}        \n\t" /* inner, begin, stolen, age */
        "pop    {r4-r6, pc}                 \n\t"
        "4: mov r6, r5                      \n\t"
        "b      3b                          \n\t"
        ".ltorg                             \n\t"
        :: BLOCK_PAIR_OPERANDS, [age] "i"(offsetof(struct trace_now, age)),
        [stolen] "i"(offsetof(struct trace_context, stolen_cycles)),
        [inner] "i"(offsetof(struct trace_context, inner_cycles)));
}

#endif

__attribute__((naked)) void trace_scope_leave(const struct trace_scope *s __attribute__((unused)))
{
    __asm__ volatile(
        "push   {r0, r4-r11, lr}            \n\t" LOAD_CONTEXT_AND_CLOCK("r10", "r2")
        "ldmia  r0, {r0, r5, r6, r7, r8}    \n\t" /* block, inner at entry, begin, stolen, age */
        "ldrd   r9, r4, [r10, %[top]]       \n\t"
        "bl     trace_visit_finish          \n\t"
        "b      trace_scope_leave_at        \n\t" ADDRESSES
        :: BLOCK_PAIR_OPERANDS, [top] "i"(offsetof(struct trace_context, top)));
}

/* clang-format on */

#endif
