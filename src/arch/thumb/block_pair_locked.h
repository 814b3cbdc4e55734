/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Macros for enter and leave in T32 with several CPUs, under the block's lock (spoor/core/lock.h). The lock
 * is held to the end: taking it twice would cost more than it saves. The including file must define
 * LOAD_CONTEXT_ALONE and the other macros of block_pair_t32.h, and MASK, UNMASK and CLOCK as for
 * block_pair_masked.h.
 */
#ifndef BLOCK_PAIR_LOCKED_H
#define BLOCK_PAIR_LOCKED_H

#define LOCK                                                                                                 \
    MASK "mov r12, #1\n\t"                                                                                   \
         "10: ldrex r3, [r0, %[lock]]\n\tcbnz r3, 11f\n\tstrex r3, r12, [r0, %[lock]]\n\t"                   \
         "cmp r3, #0\n\tbne 10b\n\tdmb ish\n\t"
#define UNLOCK "dmb ish\n\tmov r12, #0\n\tstr r12, [r0, %[lock]]\n\t" UNMASK
#define WAIT   "11: yield\n\tb 10b\n\t"
#define PAUSE
#define LOAD_RESETS
#define RESUME
#define BREAK
#define FAILED "8f"

#define BLOCK_PAIR_OPERANDS CLOCK, [lock] "i"(offsetof(struct trace_block, lock))

#endif
