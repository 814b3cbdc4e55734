/* SPDX-License-Identifier: BSD-2-Clause */
/* Enter and leave on ARMv7-A with several CPUs. */
#include <profiler/block_pair.h>

/* This form needs net times, the generic timer, and a port that keeps the context in hal_cpu_word(). */
#if CONFIG_TRACE_NET && CONFIG_CPUS > 1 && !CONFIG_CYCLES_ADDRESS && CONFIG_CYCLES_BITS == 32 &&             \
    defined(PORT_CONTEXT_IN_CPU_WORD)

#define LOAD_CONTEXT_ALONE(c) "mrc p15, 0, " c ", c13, c0, 2\n\t"
#define LOAD_CONTEXT(c, now)  LOAD_CONTEXT_ALONE(c) "ldr " now ", =trace_now\n\t"

/* As in arch/cycles.h. */
#define READ_CLOCK(to, t) "isb\n\tmrrc p15, 1, " to ", " t ", c14\n\t"

/* As in profiler/lock.h. It is kept to the end: taking it again would cost more than it gains. */
#define LOCK                                                                                                 \
    "mrs lr, cpsr\n\tcpsid i\n\tmov r12, #1\n\t"                                                             \
    "10: ldrex r3, [r0, %[lock]]\n\tcbnz r3, 11f\n\tstrex r3, r12, [r0, %[lock]]\n\t"                        \
    "cmp r3, #0\n\tbne 10b\n\tdmb ish\n\t"
#define UNLOCK "dmb ish\n\tmov r12, #0\n\tstr r12, [r0, %[lock]]\n\tmsr cpsr_c, lr\n\t"
#define WAIT   "11: yield\n\tb 10b\n\t"
#define PAUSE
#define LOAD_RESETS
#define RESUME
#define BREAK
#define FAILED "8f"

#define BLOCK_PAIR_OPERANDS [lock] "i"(offsetof(struct trace_block, lock))

#include "../thumb/block_pair_t32.h"

#else
#include "../generic/block_pair.c"
#endif
