/* SPDX-License-Identifier: BSD-2-Clause */
/* Enter and leave on ARMv7-M and ARMv8-M. */
#include <spoor/port/block_pair.h>

/*
 * A counter of less than 32 bits must count down, as SysTick does. The port names the variable in which the
 * tick keeps the time. The time is last + ((MAX - count - last) & MAX), where MAX is -1 in
 * CONFIG_CYCLES_BITS bits.
 */
#if CONFIG_CYCLES_BITS == 32 && !CONFIG_CYCLES_DOWN
#define CLOCK_IS_WORD
#define READ_CLOCK(to, t) "ldr " to ", =%c[clock]\n\tldr " to ", [" to "]\n\t"
#elif CONFIG_CYCLES_BITS < 32 && CONFIG_CYCLES_DOWN && defined(SPOOR_PORT_CYCLES_LAST_VARIABLE)
#define READ_CLOCK(to, t)                                                                                    \
    "ldr " to ", =%c[clock]\n\tldr " to ", [" to "]\n\t"                                                     \
    "ldr " t ", =" SPOOR_PORT_CYCLES_LAST_VARIABLE "\n\tldr " t ", [" t "]\n\t"                              \
    "add " to ", " to ", " t "\n\tmvn " to ", " to "\n\tbic " to ", " to ", %[beyond]\n\t"                   \
    "add " to ", " to ", " t "\n\t"
#endif

#define MASK_IN(r)     "mrs " r ", primask\n\tcpsid i\n\t"
#define UNMASK_FROM(r) "msr primask, " r "\n\t"
#define CLOCK          [clock] "i"(CONFIG_CYCLES_ADDRESS), [beyond] "i"(~(UINT32_MAX >> (32 - CONFIG_CYCLES_BITS)))

/* The assembly version needs net times, and a counter that is read by one load. */
#if CONFIG_TRACE_NET && CONFIG_CYCLES_ADDRESS && !CONFIG_CYCLES_CAPTURE && defined(READ_CLOCK) &&            \
    defined(SPOOR_PORT_CONTEXT_VARIABLE) && (CONFIG_CPUS == 1 || defined(SPOOR_PORT_CONTEXT_IN_CPU_WORD))

#define MASK   MASK_IN("r11")
#define UNMASK UNMASK_FROM("r11")
#if CONFIG_CPUS > 1
/* As spoor_cpu_word() in arch/cpu.h. */
#define LOAD_CONTEXT_ALONE(c) "mrs " c ", msp_ns\n\t"
#define LOAD_CONTEXT(c, now)  LOAD_CONTEXT_ALONE(c) "ldr " now ", =trace_now\n\t"
#include "block_pair_locked.h"
#else
#include "block_pair_masked.h"
#endif
#include "block_pair_t32.h"

#else
#if !CONFIG_TRACE_NET && CONFIG_CYCLES_ADDRESS && !CONFIG_CYCLES_CAPTURE && defined(READ_CLOCK) &&           \
    CONFIG_CPUS == 1
#include "block_pair_wall.h"
#endif
#include "../generic/block_pair_c.h"
#endif
