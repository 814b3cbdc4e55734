/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Enter and leave on ARMv7-M and ARMv8-M, for the common cases: there is room, the block left is the
 * innermost, and it sets no new extreme. Every other case goes to context.c.
 *
 * In assembly because the compiler takes 20 instructions more, and twice that where interrupts stole time: it
 * neither loads nor stores several words at a time. The port names its context variable by
 * PORT_CONTEXT_VARIABLE.
 */
#include <stddef.h>
#include <profiler/block_pair.h>

/*
 * READ_CLOCK(to, t): the time into `to`, of the counter whose address is in `from`, with `t` as a scratch
 * register. A narrower counter counts down, as SysTick does, and the port names the variable in which the
 * tick keeps the time: last + ((MAX - count - last) & MAX), and MAX is -1 in so many bits.
 */
#if CONFIG_CYCLES_BITS == 32 && !CONFIG_CYCLES_DOWN
#define READ_CLOCK(to, from, t) "ldr " to ", [" from "]\n\t"
#elif CONFIG_CYCLES_BITS < 32 && CONFIG_CYCLES_DOWN && defined(PORT_CYCLES_LAST_VARIABLE)
#define READ_CLOCK(to, from, t)                                                                              \
    "ldr " to ", [" from "]\n\tldr " t ", =" PORT_CYCLES_LAST_VARIABLE "\n\tldr " t ", [" t "]\n\t"          \
    "add " to ", " to ", " t "\n\tmvn " to ", " to "\n\tbic " to ", " to ", %[beyond]\n\t"                   \
    "add " to ", " to ", " t "\n\t"
#endif

/* The fast form needs net times, one CPU, and a counter that one load reads. */
#if CONFIG_TRACE_NET && CONFIG_CPUS == 1 && CONFIG_CYCLES_ADDRESS && !CONFIG_CYCLES_CAPTURE &&               \
    defined(READ_CLOCK) && defined(PORT_CONTEXT_VARIABLE)

_Static_assert(
    offsetof(struct trace_context, limit) == 0 && offsetof(struct trace_context, top) == 4 &&
        offsetof(struct trace_context, inner_cycles) == 8 &&
        offsetof(struct trace_context, stolen_cycles) == 12,
    "enter loads these four together, and the last two again; leave stores the middle two together");
_Static_assert(offsetof(struct trace_open, block) == 0 && offsetof(struct trace_open, inner_cycles) == 4 &&
                   offsetof(struct trace_open, begin_cycles) == 8 &&
                   offsetof(struct trace_open, stolen_cycles) == 12 &&
                   offsetof(struct trace_open, age) == 16 && sizeof(struct trace_open) == 20,
               "enter stores and leave loads these together");
_Static_assert(offsetof(struct trace_now, context) == 0 && offsetof(struct trace_now, age) == 4,
               "both know these");
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
        "push   {r4-r7, lr}                 \n\t"
        "ldr    r7, =" PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r1, [r7]                    \n\t"
        "ldr    r12, =%c[clock]             \n\t"
        "ldmia  r1, {r2, r3, r4, r5}        \n\t" /* limit, top, -, stolen */
        "cmp    r2, r3                      \n\t"
        "beq    2f                          \n\t"
        "3:                                 \n\t" READ_CLOCK("r4", "r12", "lr")
        "ldr    lr, [r7, #4]                \n\t" /* age */
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
        :: [mode] "i"(offsetof(struct trace_block, mode)), [clock] "i"(CONFIG_CYCLES_ADDRESS),
        [beyond] "i"(~(UINT32_MAX >> (32 - CONFIG_CYCLES_BITS))),
        [inner] "i"(offsetof(struct trace_context, inner_cycles)),
        [top] "i"(offsetof(struct trace_context, top)), [size] "i"(sizeof(struct trace_open)));
}

/*
 * The clock and stolen are read masked, as the numbers have to be updated. From 3 on is the visit from which
 * time was stolen, or with blocks inside it: with the steps of trace_block_visit(), and unmasked in between.
 */
__attribute__((naked)) void trace_block_leave(struct trace_block *b __attribute__((unused)))
{
    __asm__ volatile(
        "ldr    r1, =" PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r1, [r1]                    \n\t"
        "push   {r4-r9, lr}                 \n\t"
        "ldrd   r2, r4, [r1, %[top]]        \n\t" /* and inner */
        "ldmdb  r2!, {r3, r5, r6, r7, r8}   \n\t" /* block, inner at entry, begin, stolen, age */
        "cmp    r3, r0                      \n\t"
        "bne    2f                          \n\t"
        "subs   r4, r4, r5                  \n\t" /* the blocks inside */
        "ldr    r3, =%c[clock]              \n\t"
        "mrs    lr, primask                 \n\t"
        "cpsid  i                           \n\t" READ_CLOCK("r12", "r3", "r3")
        "ldr    r3, [r1, %[stolen]]         \n\t"
        "sub    r6, r12, r6                 \n\t" /* wall */
        "subs   r7, r3, r7                  \n\t" /* stolen in this visit */
        "ldr    r3, [r0, %[mode]]           \n\t"
        "eor    r3, r3, %[on]               \n\t" /* 0 when on and nothing else */
        "orrs   r3, r7                      \n\t"
        "orrs   r3, r4                      \n\t"
        "bne    3f                          \n\t"
        "ldrd   r4, r3, [r0, %[min]]        \n\t" /* and the net maximum */
        "cmp    r6, r4                      \n\t"
        "bcc    6f                          \n\t"
        "cmp    r6, r3                      \n\t"
        "bhi    6f                          \n\t"
        "ldrd   r3, r4, [r0, %[sum]]        \n\t"
        "adds   r3, r6                      \n\t"
        "adc    r4, r4, #0                  \n\t"
        "strd   r3, r4, [r0, %[sum]]        \n\t"
        "ldr    r3, [r0, %[count]]          \n\t"
        "adds   r3, #1                      \n\t"
        "strd   r3, r6, [r0, %[count]]      \n\t" /* and last */
        "str    r6, [r0, %[last_net]]       \n\t"
        "msr    primask, lr                 \n\t"
        "add    r5, r6                      \n\t" /* the visit in place of the blocks inside it */
        "strd   r2, r5, [r1, %[top]]        \n\t" /* and inner */
        "pop    {r4-r9, pc}                 \n\t"

        "2: ldr r3, [r0, %[mode]]           \n\t" /* off, and no block is open: it was off before */
        "cbnz   r3, 5f                      \n\t"
        "add    r3, r1, %[below]            \n\t"
        "cmp    r2, r3                      \n\t"
        "it     eq                          \n\t"
        "popeq  {r4-r9, pc}                 \n\t"
        "5: pop {r4-r9, lr}                 \n\t"
        "b      trace_pair_leave_now        \n\t"

        "3: msr primask, lr                 \n\t"
        "ldr    r3, =" PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r3, [r3, #4]                \n\t"
        "cmp    r3, r8                      \n\t" /* the age is that at entry */
        "bne    7f                          \n\t"
        "subs   r3, r6, r7                  \n\t" /* net */
        "ldr    r8, [r0, %[resets]]         \n\t"
        "ldrd   r9, r12, [r0, %[min]]       \n\t"
        "cmp    r6, r9                      \n\t"
        "bcc    7f                          \n\t"
        "cmp    r3, r12                     \n\t"
        "bhi    7f                          \n\t"
        "ldrd   r9, r12, [r0, %[max]]       \n\t" /* and the net minimum */
        "cmp    r6, r9                      \n\t"
        "bhi    7f                          \n\t"
        "cmp    r3, r12                     \n\t"
        "bcc    7f                          \n\t"
        "cpsid  i                           \n\t"
        "ldr    r9, [r0, %[mode]]           \n\t"
        "cmp    r9, %[on]                   \n\t"
        "bne    8f                          \n\t"
        "ldr    r9, [r0, %[resets]]         \n\t"
        "cmp    r9, r8                      \n\t" /* the extremes are those that it was compared with */
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
        "cbz    r4, 9f                      \n\t"
        "msr    primask, lr                 \n\t"
        "cpsid  i                           \n\t"
        "ldr    r9, [r0, %[resets]]         \n\t"
        "cmp    r9, r8                      \n\t"
        "bne    9f                          \n\t"
        "ldrd   r9, r12, [r0, %[children]]  \n\t"
        "adds   r9, r4                      \n\t"
        "adc    r12, r12, #0                \n\t"
        "strd   r9, r12, [r0, %[children]]  \n\t"
        "9: msr primask, lr                 \n\t"
        "add    r5, r3                      \n\t"
        "strd   r2, r5, [r1, %[top]]        \n\t"
        "pop    {r4-r9, pc}                 \n\t"

        "6: mov r3, r1                      \n\t"
        "mov    r1, r12                     \n\t" /* the end of the visit, as it was read */
        "ldr    r2, [r3, %[stolen]]         \n\t"
        "ldr    r3, =" PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r3, [r3, #4]                \n\t" /* and the age */
        "msr    primask, lr                 \n\t"
        "pop    {r4-r9, lr}                 \n\t"
        "b      trace_pair_leave            \n\t"

        "8: msr primask, lr                 \n\t"
        "7: ldr r1, [r2, %[begin]]          \n\t"
        "add    r1, r6                      \n\t" /* as it was read */
        "ldr    r2, [r2, %[entry_stolen]]   \n\t"
        "add    r2, r7                      \n\t"
        "ldr    r3, =" PORT_CONTEXT_VARIABLE "\n\t"
        "ldr    r3, [r3, #4]                \n\t"
        "pop    {r4-r9, lr}                 \n\t"
        "b      trace_pair_leave            \n\t"
        ".ltorg                             \n\t"
        :: [mode] "i"(offsetof(struct trace_block, mode)),
        [clock] "i"(CONFIG_CYCLES_ADDRESS), [beyond] "i"(~(UINT32_MAX >> (32 - CONFIG_CYCLES_BITS))),
        [on] "i"(TRACE_BLOCK_ON), [top] "i"(offsetof(struct trace_context, top)),
        [stolen] "i"(offsetof(struct trace_context, stolen_cycles)),
        [below] "i"(offsetof(struct trace_context, open) - sizeof(struct trace_open)),
        [begin] "i"(offsetof(struct trace_open, begin_cycles)),
        [entry_stolen] "i"(offsetof(struct trace_open, stolen_cycles)),
        [sum] "i"(offsetof(struct trace_block, sum_cycles)),
        [stolen_sum] "i"(offsetof(struct trace_block, stolen_sum_cycles)),
        [children] "i"(offsetof(struct trace_block, children_sum_cycles)),
        [resets] "i"(offsetof(struct trace_block, resets)),
        [min] "i"(offsetof(struct trace_block, min_cycles)), [max] "i"(offsetof(struct trace_block, max_cycles)),
        [count] "i"(offsetof(struct trace_block, count)),
        [last_net] "i"(offsetof(struct trace_block, last_net_cycles)));
}

/* clang-format on */

#else
#include "../generic/block_pair.c"
#endif
