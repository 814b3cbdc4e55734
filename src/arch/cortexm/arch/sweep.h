/* SPDX-License-Identifier: BSD-2-Clause */
/* Primitives for tests that sweep an interrupt over code (tests/bench/masked.h). */
#ifndef ARCH_SWEEP_H
#define ARCH_SWEEP_H

#include <stdint.h>

/** Instructions of an interrupt outside hal_on_irq(), excluding work done by the hardware. */
#define ARCH_ENTRY_INSTRUCTIONS 0

/** @return the sum of `n` reads of the counter, 7 instructions apart. Context: any. */
static inline __attribute__((always_inline)) uint32_t arch_sum_reads(uint32_t n)
{
    uint32_t sum = 0, read;

    __asm__ volatile(".syntax unified     \n\t"
                     "1: ldr  %[read], [%[counter]]\n\t"
                     "adds %[sum], %[read]\n\t"
                     "nop                 \n\t"
                     "nop                 \n\t"
                     "nop                 \n\t"
                     "subs %[n], #1       \n\t"
                     "bne  1b             \n\t"
                     : [sum] "+l"(sum), [n] "+l"(n), [read] "=&l"(read)
                     : [counter] "l"(CONFIG_CYCLES_ADDRESS)
                     : "cc", "memory");
    return sum;
}

/**
 * @return the interrupted PC of the thread: the word after r0 to r3, r12 and lr (Armv7-M ARM, B1.5.6).
 * Context: an interrupt that isn't nested.
 */
static inline uint32_t arch_interrupted_thread(void)
{
    const uint32_t *frame;

    __asm__ volatile("mrs %0, psp" : "=r"(frame));
    return frame[6];
}

/* Must be one instruction each. */
#define ARCH_MASK   "cpsid i\n\t"
#define ARCH_UNMASK "cpsie i\n\t"

/* Mask twice and restore twice: a masked section of ARCH_NESTED_STRETCH instructions. */
#define ARCH_MASK_NESTED()                                                                                   \
    __asm__ volatile("mrs r0, primask\n\tcpsid i\n\tnop\n\t"                    /* 1 */                      \
                     "mrs r1, primask\n\tcpsid i\n\tnop\n\tmsr primask, r1\n\t" /* 5 */                      \
                     "nop\n\tmsr primask, r0" ::                                /* 7 */                      \
                     : "r0", "r1", "memory")
#define ARCH_NESTED_STRETCH 7

/* Each iteration of 5 instructions is unmasked only between two adjacent instructions. */
#define ARCH_MASK_LOOPED()                                                                                   \
    __asm__ volatile("movs r0, #10\n\t"                                                                      \
                     "cpsid i\n\t"                                                                           \
                     "1: nop\n\t"                                                                            \
                     "subs r0, #1\n\t"                                                                       \
                     "beq 2f\n\t"                                                                            \
                     "cpsie i\n\t"                                                                           \
                     "cpsid i\n\t"                                                                           \
                     "b 1b\n\t"                                                                              \
                     "2: cpsie i" ::                                                                         \
                         : "r0", "cc", "memory")

/*
 * Defines by_hand(uint32_t), which calls bare(). Its frame is built by instructions that other compilers
 * and options use.
 */
#define ARCH_FRAME_BY_HAND                                                                                   \
    ".syntax unified\n"                                                                                      \
    ".section .text.by_hand, \"ax\", %progbits\n"                                                            \
    ".thumb\n"                                                                                               \
    ".thumb_func\n"                                                                                          \
    ".type by_hand, %function\n"                                                                             \
    "by_hand:\n"                                                                                             \
    "    .fnstart\n"                                                                                         \
    "    .save {lr}\n"                                                                                       \
    "    str lr, [sp, #-4]!\n"                                                                               \
    "    .save {r4, r5}\n"                                                                                   \
    "    strd r4, r5, [sp, #-8]!\n"                                                                          \
    "    mov r4, r0\n"                                                                                       \
    "    .pad #20\n"                                                                                         \
    "    subw sp, sp, #20\n"                                                                                 \
    "    .pad #256\n"                                                                                        \
    "    sub.w sp, sp, #256\n"                                                                               \
    "    bl bare\n"                                                                                          \
    "    cmp r0, #0\n"                                                                                       \
    "    beq.w 1f\n"                                                                                         \
    "    add r0, r4\n"                                                                                       \
    "1:  add.w sp, sp, #256\n"                                                                               \
    "    addw sp, sp, #20\n"                                                                                 \
    "    ldrd r4, r5, [sp], #8\n"                                                                            \
    "    ldr pc, [sp], #4\n"                                                                                 \
    "    .fnend\n"                                                                                           \
    "    .size by_hand, . - by_hand\n"                                                                       \
    ".text\n"

#endif
