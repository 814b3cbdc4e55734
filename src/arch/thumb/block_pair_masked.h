/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Macros for enter and leave in T32 with one CPU. Interrupts are masked in short sections. If the block is
 * reset between two sections, its reset count changes. The including file must define READ_CLOCK of
 * block_pair_t32.h, MASK, which leaves the interrupt state in lr, UNMASK, and CLOCK, the operands of
 * READ_CLOCK.
 */
#ifndef BLOCK_PAIR_MASKED_H
#define BLOCK_PAIR_MASKED_H

#define LOAD_CONTEXT_ALONE(c) "ldr " c ", =" SPOOR_PORT_CONTEXT_VARIABLE "\n\tldr " c ", [" c "]\n\t"
#define LOAD_CONTEXT(c, now)  "ldr " now ", =" SPOOR_PORT_CONTEXT_VARIABLE "\n\tldr " c ", [" now "]\n\t"

#define LOCK        MASK
#define UNLOCK      UNMASK
#define PAUSE       UNMASK
#define LOAD_RESETS "ldr r8, [r0, %[resets]]\n\t"
#define RESUME      "cpsid i\n\tldr r6, [r0, %[resets]]\n\tcmp r6, r8\n\tbne 8f\n\t"
#define BREAK       LOAD_RESETS UNMASK "cpsid i\n\tldr r6, [r0, %[resets]]\n\tcmp r6, r8\n\tbne 9f\n\t"
#define FAILED      "7f"
#define WAIT

#define BLOCK_PAIR_OPERANDS CLOCK, [resets] "i"(offsetof(struct trace_block, resets))

#endif
