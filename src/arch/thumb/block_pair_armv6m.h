/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Enter and leave on ARMv6-M, for the common cases: there is room, the block being left is the innermost,
 * and the visit sets no new extreme. context.c handles all other cases.
 *
 * This is assembly because the compiler's code is 40 instructions longer. Most of these move values between
 * the eight low registers and the others. The port defines SPOOR_PORT_CONTEXT_VARIABLE, the name of the
 * variable that starts with the context and the age.
 */
#include <stddef.h>
#include <spoor/port/block_pair.h>
#include <spoor/port/restart.h>

/* The assembly version needs net times, one CPU, and a 32-bit counter in memory. */
#if CONFIG_TRACE_NET && CONFIG_CPUS == 1 && CONFIG_CYCLES_ADDRESS && !CONFIG_CYCLES_DOWN &&                  \
    CONFIG_CYCLES_BITS == 32 && defined(SPOOR_PORT_CONTEXT_VARIABLE)

_Static_assert(offsetof(struct trace_context, limit) == 0 && offsetof(struct trace_context, top) == 4 &&
                   offsetof(struct trace_context, inner_cycles) == 8 &&
                   offsetof(struct trace_context, stolen_cycles) == 12,
               "enter loads these four together");
_Static_assert(offsetof(struct trace_open, mode) == 0 && offsetof(struct trace_open, inner_cycles) == 4 &&
                   offsetof(struct trace_open, begin_cycles) == 8 &&
                   offsetof(struct trace_open, stolen_cycles) == 12 &&
                   offsetof(struct trace_open, age) == 16 && sizeof(struct trace_open) == 20,
               "enter stores these together; leave loads the first four, and the third and fourth again");
_Static_assert(offsetof(struct trace_scope, block) == 0 && offsetof(struct trace_scope, inner_cycles) == 4 &&
                   offsetof(struct trace_scope, begin_cycles) == 8 &&
                   offsetof(struct trace_scope, stolen_cycles) == 12 &&
                   offsetof(struct trace_scope, age) == 16,
               "a scope is like an entry");
_Static_assert(offsetof(struct trace_now, context) == 0 && offsetof(struct trace_now, age) == 4,
               "the context and the age are loaded at fixed offsets");
_Static_assert(offsetof(struct trace_context, open) - offsetof(struct trace_context, limit) == 20,
               "an entry below the first would have its mode at limit, which is never that of a block");
_Static_assert(offsetof(struct trace_block, count) == 8 && offsetof(struct trace_block, last_cycles) == 12 &&
                   offsetof(struct trace_block, last_stolen_cycles) == 16,
               "leave stores these together");

/* READ_CLOCK(to, t): load the time into `to`, with `t` as a scratch register. */
#if CONFIG_CYCLES_CAPTURE
#define READ_CLOCK(to, t)                                                                                    \
    "ldr " to ", =%c[capture]\n\tmovs " t ", #1\n\tstr " t ", [" to "]\n\t"                                  \
    "ldr " to ", =%c[clock]\n\tldr " to ", [" to "]\n\t"
#else
#define READ_CLOCK(to, t) "ldr " to ", =%c[clock]\n\tldr " to ", [" to "]\n\t"
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
        ".syntax unified                    \n\t"
        "push   {r4-r7, lr}                 \n\t"
        "ldr    r7, =" SPOOR_PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r1, [r7]                    \n\t"
        "3: ldmia r1!, {r2, r3, r4, r5}     \n\t" /* limit, top, -, stolen */
        "subs   r1, #16                     \n\t"
        "cmp    r2, r3                      \n\t"
        "beq    2f                          \n\t" READ_CLOCK("r4", "r6")
        "ldr    r6, [r7, #4]                \n\t" /* age */
        "ldr    r7, [r1, %[stolen]]         \n\t"
        "cmp    r5, r7                      \n\t"
        "bne    4f                          \n\t"
        "ldr    r2, [r1, %[inner]]          \n\t"
        "mov    r7, r3                      \n\t"
        "adds   r7, %[size]                 \n\t"
        "str    r7, [r1, %[top]]            \n\t"
        "stmia  r3!, {r0, r2, r4, r5, r6}   \n\t" /* mode, inner, begin, stolen, age */
        "pop    {r4-r7, pc}                 \n\t"
        "4: ldr r7, =" SPOOR_PORT_CONTEXT_VARIABLE "\n\t"
        "b      3b                          \n\t"
        "2: ldr r1, =trace_pair_enter_full  \n\t"
        "blx    r1                          \n\t"
        "pop    {r4-r7, pc}                 \n\t"
        ".ltorg                             \n\t"
        :: [clock] "i"(CONFIG_CYCLES_ADDRESS), [capture] "i"(CONFIG_CYCLES_CAPTURE),
        [top] "i"(offsetof(struct trace_context, top)), [size] "i"(sizeof(struct trace_open)),
        [inner] "i"(offsetof(struct trace_context, inner_cycles)),
        [stolen] "i"(offsetof(struct trace_context, stolen_cycles)));
}

#endif

/* *sum += n, as an add to the low word and a rare carry. `n` and `t` must be low registers. */
#define ADD(sum, n, t)                                                                                       \
    "ldr " t ", [r0, %[" sum "]]\n\tadds " t ", " n "\n\tstr " t ", [r0, %[" sum "]]\n\t"                    \
    "bcc 1f\n\tldr " t ", [r0, %[" sum "] + 4]\n\tadds " t ", #1\n\tstr " t ", [r0, %[" sum "] + 4]\n\t1:\n\t"

/*
 * End a visit. The fields of its entry or scope are in registers: r0 block, r1 context, r2 address of the
 * age, r4 time of the blocks inside, r5 inner at entry, r6 begin, r7 stolen. The clock and stolen are read
 * with interrupts masked, together with the update. The code from label 3 on handles visits from which time
 * was stolen or with blocks inside. It follows the steps of trace_block_visit(), and unmasks interrupts in
 * between.
 *
 *   pop       code to pop the entry; the address of its age is in lr, and r2 is free
 *   other     more code, to which leave jumps
 *   found     code to set r0 to the first argument of `fallback`
 *   fallback  the function that handles all other cases
 */
#define END_VISIT(pop, other, found, fallback) \
    "mov    lr, r2                      \n\t" /* address of the age */                                        \
    "mrs    r3, primask                 \n\t"                                                                 \
    "mov    r12, r3                     \n\t"                                                                 \
    "cpsid  i                           \n\t" READ_CLOCK("r3", "r2")                                          \
    "subs   r6, r3, r6                  \n\t" /* wall */                                                      \
    "ldr    r3, [r1, %[stolen]]         \n\t"                                                                 \
    "subs   r7, r3, r7                  \n\t" /* stolen during this visit */                                  \
    "mov    r3, r7                      \n\t"                                                                 \
    "orrs   r3, r4                      \n\t"                                                                 \
    "bne    3f                          \n\t"                                                                 \
    "ldr    r3, [r0, %[min]]            \n\t"                                                                 \
    "subs   r2, r6, r3                  \n\t"                                                                 \
    "ldr    r3, [r0, %[quick]]          \n\t"                                                                 \
    "cmp    r2, r3                      \n\t"                                                                 \
    "bcs    8f                          \n\t" ADD("sum", "r6", "r3")                                          \
    "ldr    r3, [r0, %[count]]          \n\t"                                                                 \
    "adds   r3, #1                      \n\t"                                                                 \
    "str    r3, [r0, %[count]]          \n\t"                                                                 \
    "str    r6, [r0, %[last]]           \n\t"                                                                 \
    "str    r7, [r0, %[last_stolen]]    \n\t"                                                                 \
    "mov    r3, r12                     \n\t"                                                                 \
    "msr    primask, r3                 \n\t"                                                                 \
    "adds   r5, r6                      \n\t" /* the visit replaces the blocks inside it */                   \
    pop                                                                                                       \
    "str    r5, [r1, %[inner]]          \n\t"                                                                 \
    "pop    {r4-r7, pc}                 \n\t"                                                                 \
                                                                                                              \
    other                                                                                                     \
    "8: mov r3, r12                     \n\t"                                                                 \
    "msr    primask, r3                 \n\t"                                                                 \
    "7:                                 \n\t" found                                                           \
    "mov    r3, lr                      \n\t"                                                                 \
    "subs   r3, #8                      \n\t"                                                                 \
    "ldmia  r3!, {r1, r2}               \n\t" /* begin, stolen at entry */                                    \
    "adds   r1, r6                      \n\t" /* the end of the visit, as read */                             \
    "adds   r2, r7                      \n\t" /* stolen at that time */                                       \
    "ldr    r3, =" SPOOR_PORT_CONTEXT_VARIABLE "\n\t"                                                               \
    "ldr    r3, [r3, #4]                \n\t" /* age */                                                       \
    "ldr    r4, =" fallback "           \n\t"                                                                 \
    "blx    r4                          \n\t"                                                                 \
    "pop    {r4-r7, pc}                 \n\t"                                                                 \
                                                                                                              \
    "3: mov r3, r12                     \n\t"                                                                 \
    "msr    primask, r3                 \n\t"                                                                 \
    "ldr    r3, =" SPOOR_PORT_CONTEXT_VARIABLE "\n\t"                                                               \
    "ldr    r3, [r3, #4]                \n\t"                                                                 \
    "mov    r2, lr                      \n\t"                                                                 \
    "ldr    r2, [r2]                    \n\t"                                                                 \
    "cmp    r2, r3                      \n\t" /* the age must not have changed */                             \
    "bne    7b                          \n\t"                                                                 \
    "subs   r5, r6, r7                  \n\t" /* net */                                                       \
    "ldr    r1, [r0, %[resets]]         \n\t"                                                                 \
    "ldr    r3, [r0, %[min]]            \n\t"                                                                 \
    "cmp    r6, r3                      \n\t"                                                                 \
    "bcc    7b                          \n\t"                                                                 \
    "ldr    r3, [r0, %[max]]            \n\t"                                                                 \
    "cmp    r6, r3                      \n\t"                                                                 \
    "bhi    7b                          \n\t"                                                                 \
    "ldr    r3, [r0, %[min_net]]        \n\t"                                                                 \
    "cmp    r5, r3                      \n\t"                                                                 \
    "bcc    7b                          \n\t"                                                                 \
    "ldr    r3, [r0, %[max_net]]        \n\t"                                                                 \
    "cmp    r5, r3                      \n\t"                                                                 \
    "bhi    7b                          \n\t"                                                                 \
    "cpsid  i                           \n\t"                                                                 \
    "ldr    r3, [r0, %[mode]]           \n\t"                                                                 \
    "lsls   r3, r3, #31                 \n\t" /* TRACE_BLOCK_PLAIN */                                        \
    "beq    8b                          \n\t"                                                                 \
    "ldr    r3, [r0, %[resets]]         \n\t"                                                                 \
    "cmp    r3, r1                      \n\t" /* were the extremes reset since they were compared? */         \
    "bne    8b                          \n\t" ADD("sum", "r6", "r3") ADD("stolen_sum", "r7", "r3")            \
    "ldr    r3, [r0, %[count]]          \n\t"                                                                 \
    "adds   r3, #1                      \n\t"                                                                 \
    "str    r3, [r0, %[count]]          \n\t"                                                                 \
    "str    r6, [r0, %[last]]           \n\t"                                                                 \
    "str    r7, [r0, %[last_stolen]]    \n\t"                                                                 \
    "mov    r3, r12                     \n\t"                                                                 \
    "cmp    r4, #0                      \n\t"                                                                 \
    "beq    9f                          \n\t"                                                                 \
    "msr    primask, r3                 \n\t"                                                                 \
    "cpsid  i                           \n\t"                                                                 \
    "ldr    r2, [r0, %[resets]]         \n\t"                                                                 \
    "cmp    r2, r1                      \n\t"                                                                 \
    "bne    9f                          \n\t" ADD("children", "r4", "r2")                                     \
    "9: msr primask, r3                 \n\t"                                                                 \
    "ldr    r1, =" SPOOR_PORT_CONTEXT_VARIABLE "\n\t"                                                               \
    "ldr    r1, [r1]                    \n\t"                                                                 \
    "mov    r2, lr                      \n\t"                                                                 \
    "subs   r2, #12                     \n\t"                                                                 \
    "ldr    r3, [r2]                    \n\t" /* inner at entry */                                            \
    "adds   r3, r5                      \n\t"                                                                 \
    pop                                                                                                       \
    "str    r3, [r1, %[inner]]          \n\t"                                                                 \
    "pop    {r4-r7, pc}                 \n\t"

#define END_OPERANDS                                                                                         \
    [mode] "i"(offsetof(struct trace_block, mode)), [clock] "i"(CONFIG_CYCLES_ADDRESS),                      \
        [capture] "i"(CONFIG_CYCLES_CAPTURE), [stolen] "i"(offsetof(struct trace_context, stolen_cycles)),   \
        [top] "i"(offsetof(struct trace_context, top)),                                                      \
        [inner] "i"(offsetof(struct trace_context, inner_cycles)),                                           \
        [sum] "i"(offsetof(struct trace_block, sum_cycles)),                                                 \
        [stolen_sum] "i"(offsetof(struct trace_block, stolen_sum_cycles)),                                   \
        [children] "i"(offsetof(struct trace_block, children_sum_cycles)),                                   \
        [resets] "i"(offsetof(struct trace_block, resets)),                                                  \
        [min] "i"(offsetof(struct trace_block, min_cycles)),                                                 \
        [quick] "i"(offsetof(struct trace_block, quick_cycles)),                                             \
        [max] "i"(offsetof(struct trace_block, max_cycles)),                                                 \
        [min_net] "i"(offsetof(struct trace_block, min_net_cycles)),                                         \
        [max_net] "i"(offsetof(struct trace_block, max_net_cycles)),                                         \
        [count] "i"(offsetof(struct trace_block, count)),                                                    \
        [last] "i"(offsetof(struct trace_block, last_cycles)),                                               \
        [last_stolen] "i"(offsetof(struct trace_block, last_stolen_cycles))

/* For leave: the innermost entry isn't of this block and mode. */
#define OTHER_ENTRY \
    "2: ldr r3, =trace_pair_leave_now   \n\t"                                                                 \
    "blx    r3                          \n\t"                                                                 \
    "pop    {r4-r7, pc}                 \n\t"

#define POP_ENTRY "mov r2, lr\n\tsubs r2, #16\n\tstr r2, [r1, %[top]]\n\t"

__attribute__((naked)) void trace_visit_end(struct trace_block *b __attribute__((unused)),
                                            uintptr_t mode __attribute__((unused)))
{
    __asm__ volatile(
        ".syntax unified                    \n\t"
        "push   {r4-r7, lr}                 \n\t"
        "ldr    r4, =" SPOOR_PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r4, [r4]                    \n\t"
        "ldr    r2, [r4, %[top]]            \n\t"
        "subs   r2, #20                     \n\t"
        "ldmia  r2!, {r3, r5, r6, r7}       \n\t" /* mode, inner at entry, begin, stolen */
        "cmp    r3, r1                      \n\t"
        "bne    2f                          \n\t"
        "mov    r1, r4                      \n\t"
        "ldr    r4, [r1, %[inner]]          \n\t"
        "subs   r4, r4, r5                  \n\t" /* time of the blocks inside */
        END_VISIT(POP_ENTRY, OTHER_ENTRY, "", "trace_pair_leave")
        ".ltorg                             \n\t"
        :: END_OPERANDS);
}

#if !SPOOR_RESTARTABLE_BLOCKS

/* Same scheme as trace_visit_begin(). */
__attribute__((naked)) void trace_scope_enter(struct trace_scope *s __attribute__((unused)))
{
    __asm__ volatile(
        ".syntax unified                    \n\t"
        "push   {r4-r7, lr}                 \n\t"
        "ldr    r7, =" SPOOR_PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r1, [r7]                    \n\t"
        "3: ldr r5, [r1, %[stolen]]         \n\t" READ_CLOCK("r4", "r6")
        "ldr    r6, [r7, #4]                \n\t" /* age */
        "ldr    r3, [r1, %[stolen]]         \n\t"
        "cmp    r5, r3                      \n\t"
        "bne    3b                          \n\t"
        "ldr    r3, [r1, %[inner]]          \n\t"
        "adds   r0, #4                      \n\t"
        "stmia  r0!, {r3, r4, r5, r6}       \n\t" /* inner, begin, stolen, age */
        "pop    {r4-r7, pc}                 \n\t"
        ".ltorg                             \n\t"
        :: [clock] "i"(CONFIG_CYCLES_ADDRESS), [capture] "i"(CONFIG_CYCLES_CAPTURE),
        [stolen] "i"(offsetof(struct trace_context, stolen_cycles)),
        [inner] "i"(offsetof(struct trace_context, inner_cycles)));
}

#endif

__attribute__((naked)) void trace_scope_leave(const struct trace_scope *s __attribute__((unused)))
{
    __asm__ volatile(
        ".syntax unified                    \n\t"
        "push   {r4-r7, lr}                 \n\t"
        "ldr    r1, =" SPOOR_PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r1, [r1]                    \n\t"
        "mov    r2, r0                      \n\t"
        "ldmia  r2!, {r0, r5, r6, r7}       \n\t" /* block, inner at entry, begin, stolen */
        "ldr    r4, [r1, %[inner]]          \n\t"
        "subs   r4, r4, r5                  \n\t"
        END_VISIT("", "", "mov r0, lr\n\tsubs r0, #16\n\t", "trace_scope_leave_at")
        ".ltorg                             \n\t"
        :: END_OPERANDS);
}

/* clang-format on */

#else
#include "../generic/block_pair_c.h"
#endif
