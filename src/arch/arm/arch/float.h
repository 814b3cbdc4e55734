/* SPDX-License-Identifier: BSD-2-Clause */
/* Access to all floating-point registers, for tests that they are preserved. */
#ifndef ARCH_FLOAT_H
#define ARCH_FLOAT_H

#include <stdint.h>

#ifdef __ARM_NEON
#define ARCH_FLOAT_WORDS         65 /* d0 to d31 and FPSCR */
#define ARM_FLOAT_UPPER(op, reg) op " " reg ", {d16-d31}\n\t"
#define ARM_FLOAT_UPPER_CLOBBERED                                                                            \
    , "d16", "d17", "d18", "d19", "d20", "d21", "d22", "d23", "d24", "d25", "d26", "d27", "d28", "d29",      \
        "d30", "d31"
#else
#define ARCH_FLOAT_WORDS 33 /* s0 to s31 and FPSCR */
#define ARM_FLOAT_UPPER(op, reg)
#define ARM_FLOAT_UPPER_CLOBBERED
#endif

/*
 * Bits of FPSCR to compare: condition flags and rounding mode, which nothing else changes meanwhile
 * (Armv7-M ARM, A2.5.3).
 */
#define ARM_FPSCR_KEPT 0xF0C00000u

/**
 * Load all registers from `words`, spin, and store them back. The values are unchanged unless another
 * context modified the registers.
 *
 * @param words  the last word is the status register; its bits other than flags and rounding mode become 0
 *
 * Context: any.
 */
static inline void arch_float_hold(uint32_t words[ARCH_FLOAT_WORDS], uint32_t spins)
{
    uint32_t *at = words;
    uint32_t status = words[ARCH_FLOAT_WORDS - 1] & ARM_FPSCR_KEPT, before;

    __asm__ volatile(
        "vmrs %2, fpscr\n\t"
        "vmsr fpscr, %3\n\t"
        "vldmia %0!, {d0-d15}\n\t" ARM_FLOAT_UPPER(
            "vldmia", "%0!") "1:\n\t"
                             "subs %1, %1, #1\n\t"
                             "bne 1b\n\t"
                             "mov %0, %4\n\t"
                             "vstmia %0!, {d0-d15}\n\t" ARM_FLOAT_UPPER("vstmia", "%0!") "vmrs %3, fpscr\n\t"
                                                                                         "vmsr fpscr, %2"
        : "+&r"(at), "+&r"(spins), "=&r"(before), "+&r"(status)
        : "r"(words)
        : "memory", "cc", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "d10", "d11", "d12",
          "d13", "d14", "d15" ARM_FLOAT_UPPER_CLOBBERED);
    words[ARCH_FLOAT_WORDS - 1] = status & ARM_FPSCR_KEPT;
}

#endif
