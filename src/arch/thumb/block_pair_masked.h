/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Macros for enter and leave in T32 with one CPU. Interrupts are masked in short sections. If the block is
 * reset between two sections, its reset count changes. The including file must define READ_CLOCK of
 * block_pair_t32.h, CLOCK_IS_WORD if that loads the word at %[clock], MASK, which leaves the interrupt state
 * in r11, UNMASK, and CLOCK, the operands of READ_CLOCK.
 */
#ifndef BLOCK_PAIR_MASKED_H
#define BLOCK_PAIR_MASKED_H

#define LOAD_CONTEXT_ALONE(c) "ldr " c ", =" SPOOR_PORT_CONTEXT_VARIABLE "\n\tldr " c ", [" c "]\n\t"
#define LOAD_CONTEXT(c, now)  "ldr " now ", =" SPOOR_PORT_CONTEXT_VARIABLE "\n\tldr " c ", [" now "]\n\t"

#ifdef CLOCK_IS_WORD
#define LOAD_CONTEXT_AND_CLOCK(c, at) "ldrd " c ", " at ", 5f\n\tldr " c ", [" c "]\n\t"
#define READ_CLOCK_AT(to, at, t)      "ldr " to ", [" at "]\n\t"
#define ADDRESSES                     ".balign 4\n\t5: .word " SPOOR_PORT_CONTEXT_VARIABLE ", %c[clock]\n\t"
#endif

#define LOCK        MASK
#define UNLOCK      UNMASK
#define PAUSE       UNMASK
#define LOAD_RESETS "ldr r8, [r0, %[resets]]\n\t"
#define RESUME      "cpsid i\n\tldr r1, [r0, %[resets]]\n\tcmp r1, r8\n\tbne 8f\n\t"
#define BREAK       LOAD_RESETS UNMASK "cpsid i\n\tldr r1, [r0, %[resets]]\n\tcmp r1, r8\n\tbne 9f\n\t"
#define FAILED      "7f"
#define WAIT

#define BLOCK_PAIR_OPERANDS CLOCK, [resets] "i"(offsetof(struct trace_block, resets))

#endif
