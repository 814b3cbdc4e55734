/* SPDX-License-Identifier: BSD-2-Clause */
/* Enter and leave on ARMv7-M and ARMv8-M. */
#include <profiler/block_pair.h>

/*
 * A narrower counter counts down, as SysTick does, and the port names the variable in which the tick keeps
 * the time: last + ((MAX - count - last) & MAX), and MAX is -1 in so many bits.
 */
#if CONFIG_CYCLES_BITS == 32 && !CONFIG_CYCLES_DOWN
#define READ_CLOCK(to, t) "ldr " to ", =%c[clock]\n\tldr " to ", [" to "]\n\t"
#elif CONFIG_CYCLES_BITS < 32 && CONFIG_CYCLES_DOWN && defined(PORT_CYCLES_LAST_VARIABLE)
#define READ_CLOCK(to, t)                                                                                    \
    "ldr " to ", =%c[clock]\n\tldr " to ", [" to "]\n\t"                                                     \
    "ldr " t ", =" PORT_CYCLES_LAST_VARIABLE "\n\tldr " t ", [" t "]\n\t"                                    \
    "add " to ", " to ", " t "\n\tmvn " to ", " to "\n\tbic " to ", " to ", %[beyond]\n\t"                   \
    "add " to ", " to ", " t "\n\t"
#endif

/* This form needs net times, one CPU, and a counter that one load reads. */
#if CONFIG_TRACE_NET && CONFIG_CPUS == 1 && CONFIG_CYCLES_ADDRESS && !CONFIG_CYCLES_CAPTURE &&               \
    defined(READ_CLOCK) && defined(PORT_CONTEXT_VARIABLE)

#define LOAD_CONTEXT_ALONE(c) "ldr " c ", =" PORT_CONTEXT_VARIABLE "\n\tldr " c ", [" c "]\n\t"
#define LOAD_CONTEXT(c, now)  "ldr " now ", =" PORT_CONTEXT_VARIABLE "\n\tldr " c ", [" now "]\n\t"

#define LOCK        "mrs lr, primask\n\tcpsid i\n\t"
#define UNLOCK      "msr primask, lr\n\t"
#define PAUSE       UNLOCK
#define LOAD_RESETS "ldr r8, [r0, %[resets]]\n\t"
#define RESUME      "cpsid i\n\tldr r9, [r0, %[resets]]\n\tcmp r9, r8\n\tbne 8f\n\t"
#define BREAK       UNLOCK "cpsid i\n\tldr r9, [r0, %[resets]]\n\tcmp r9, r8\n\tbne 9f\n\t"
#define FAILED      "7f"
#define WAIT

#define BLOCK_PAIR_OPERANDS                                                                                  \
    [clock] "i"(CONFIG_CYCLES_ADDRESS), [beyond] "i"(~(UINT32_MAX >> (32 - CONFIG_CYCLES_BITS))),            \
        [resets] "i"(offsetof(struct trace_block, resets))

#include "../thumb/block_pair_t32.h"

#else
#include "../generic/block_pair.c"
#endif
