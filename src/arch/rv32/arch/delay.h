/* SPDX-License-Identifier: BSD-2-Clause */
/* An instruction-count delay for tests that sweep an interrupt over code. */
#ifndef ARCH_DELAY_H
#define ARCH_DELAY_H

#include <stdint.h>

/** Execute `n` instructions, at least 2, plus a fixed number. Context: any. */
static __attribute__((naked, noinline)) void arch_delay(uint32_t n __attribute__((unused)))
{
    __asm__ volatile("andi t0, a0, 1       \n\t"
                     "srli a0, a0, 1       \n\t"
                     "beqz t0, 1f          \n\t"
                     "nop                  \n\t" /* an odd `n` takes as many loops as `n` - 1 */
                     "1: addi a0, a0, -1   \n\t"
                     "bnez a0, 1b          \n\t"
                     "ret                  \n\t");
}

#endif
