/* SPDX-License-Identifier: BSD-2-Clause */
/* Enter and leave on ARMv7-A. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <spoor/port/block_pair.h>

/* Must match arch/cycles.h and hal/cycles.h. */
#if CONFIG_CYCLES_ADDRESS
#define CLOCK_IS_WORD
#define READ_CLOCK(to, t) "ldr " to ", =%c[clock]\n\tldr " to ", [" to "]\n\t"
#elif CONFIG_CPUS > 1
#define READ_CLOCK(to, t) "isb\n\tmrrc p15, 1, " to ", " t ", c14\n\t"
#else
#define READ_CLOCK(to, t) "mrrc p15, 1, " to ", " t ", c14\n\t"
#endif

/*
 * The assembly version is T32 code. It needs net times and a 32-bit up-counter. With several CPUs it also
 * needs a port that keeps the context in spoor_cpu_word().
 */
#if CONFIG_TRACE_NET && defined __thumb2__ && CONFIG_CYCLES_BITS == 32 && !CONFIG_CYCLES_DOWN &&             \
    !CONFIG_CYCLES_CAPTURE && (CONFIG_CPUS == 1 || defined(SPOOR_PORT_CONTEXT_IN_CPU_WORD))

#define MASK   "mrs r11, cpsr\n\tcpsid i\n\t"
#define UNMASK "msr cpsr_c, r11\n\t"
#define CLOCK  [clock] "i"(CONFIG_CYCLES_ADDRESS)

#if CONFIG_CPUS > 1
#define LOAD_CONTEXT_ALONE(c) "mrc p15, 0, " c ", c13, c0, 2\n\t"
#define LOAD_CONTEXT(c, now)  LOAD_CONTEXT_ALONE(c) "ldr " now ", =trace_now\n\t"
#include "../thumb/block_pair_locked.h"
#else
#include "../thumb/block_pair_masked.h"
#endif
#include "../thumb/block_pair_t32.h"

#else
#include "../generic/block_pair_c.h"
#endif

#endif
