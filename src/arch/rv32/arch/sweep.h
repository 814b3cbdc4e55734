/* SPDX-License-Identifier: BSD-2-Clause */
/* Primitives for tests that sweep an interrupt over code (tests/bench/masked.h). */
#ifndef ARCH_SWEEP_H
#define ARCH_SWEEP_H

#include <stdint.h>

/**
 * Instructions of an interrupt outside hal_on_irq(): the trap entry, and the interrupt controller's levels
 * in software.
 */
#define ARCH_ENTRY_INSTRUCTIONS 400

/** @return the sum of `n` reads of the counter, 7 instructions apart. Context: any. */
static inline __attribute__((always_inline)) uint32_t arch_sum_reads(uint32_t n)
{
    uint32_t sum = 0, read;

    __asm__ volatile("1: lw  %[read], 0(%[counter])\n\t"
                     "add  %[sum], %[sum], %[read]\n\t"
                     "nop                 \n\t"
                     "nop                 \n\t"
                     "nop                 \n\t"
                     "addi %[n], %[n], -1 \n\t"
                     "bnez %[n], 1b       \n\t"
                     : [sum] "+r"(sum), [n] "+r"(n), [read] "=&r"(read)
                     : [counter] "r"(CONFIG_CYCLES_ADDRESS)
                     : "memory");
    return sum;
}

/** @return the interrupted PC of the thread. Context: an interrupt that isn't nested. */
static inline uint32_t arch_interrupted_thread(void)
{
    uint32_t pc;

    __asm__ volatile("csrr %0, mepc" : "=r"(pc));
    return pc;
}

/* Must be one instruction each. */
#define ARCH_MASK   "csrci mstatus, 8\n\t"
#define ARCH_UNMASK "csrsi mstatus, 8\n\t"

/* Mask twice and restore twice: a masked section of ARCH_NESTED_STRETCH instructions. */
#define ARCH_MASK_NESTED()                                                                                   \
    __asm__ volatile("csrrci t0, mstatus, 8\n\tnop\n\t"                     /* 1 */                          \
                     "csrrci t1, mstatus, 8\n\tnop\n\tcsrw mstatus, t1\n\t" /* 4 */                          \
                     "nop\n\tcsrw mstatus, t0" ::                           /* 6 */                          \
                     : "t0", "t1", "memory")
#define ARCH_NESTED_STRETCH 6

/* Each iteration of 5 instructions is unmasked only between two adjacent instructions. */
#define ARCH_MASK_LOOPED()                                                                                   \
    __asm__ volatile("li t0, 10\n\t"                                                                         \
                     "csrci mstatus, 8\n\t"                                                                  \
                     "1: nop\n\t"                                                                            \
                     "addi t0, t0, -1\n\t"                                                                   \
                     "beqz t0, 2f\n\t"                                                                       \
                     "csrsi mstatus, 8\n\t"                                                                  \
                     "csrci mstatus, 8\n\t"                                                                  \
                     "j 1b\n\t"                                                                              \
                     "2: csrsi mstatus, 8" ::                                                                \
                         : "t0", "memory")

/*
 * Defines by_hand(uint32_t), which calls bare(). Its frame is built by instructions that other compilers
 * and options use.
 */
#define ARCH_FRAME_BY_HAND                                                                                   \
    ".section .text.by_hand, \"ax\", %progbits\n"                                                            \
    ".type by_hand, @function\n"                                                                             \
    "by_hand:\n"                                                                                             \
    "    .cfi_startproc\n"                                                                                   \
    "    addi sp, sp, -16\n"                                                                                 \
    "    .cfi_def_cfa_offset 16\n"                                                                           \
    "    sw ra, 12(sp)\n"                                                                                    \
    "    .cfi_offset ra, -4\n"                                                                               \
    "    addi sp, sp, -512\n"                                                                                \
    "    .cfi_def_cfa_offset 528\n"                                                                          \
    "    sw s0, 0(sp)\n"                                                                                     \
    "    .cfi_offset s0, -528\n"                                                                             \
    "    mv s0, a0\n"                                                                                        \
    "    call bare\n"                                                                                        \
    "    beqz a0, 1f\n"                                                                                      \
    "    add a0, a0, s0\n"                                                                                   \
    "1:  lw s0, 0(sp)\n"                                                                                     \
    "    .cfi_restore s0\n"                                                                                  \
    "    addi sp, sp, 512\n"                                                                                 \
    "    .cfi_def_cfa_offset 16\n"                                                                           \
    "    lw ra, 12(sp)\n"                                                                                    \
    "    .cfi_restore ra\n"                                                                                  \
    "    addi sp, sp, 16\n"                                                                                  \
    "    .cfi_def_cfa_offset 0\n"                                                                            \
    "    ret\n"                                                                                              \
    "    .cfi_endproc\n"                                                                                     \
    "    .size by_hand, . - by_hand\n"                                                                       \
    ".text\n"

#endif
