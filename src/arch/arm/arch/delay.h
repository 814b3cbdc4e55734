/* SPDX-License-Identifier: BSD-2-Clause */
/* An instruction-count delay for tests that sweep an interrupt over code. */
#ifndef ARCH_DELAY_H
#define ARCH_DELAY_H

#include <stdint.h>

/** Execute `n` instructions, at least 2, plus a fixed number. Context: any. */
static __attribute__((naked, noinline)) void arch_delay(uint32_t n __attribute__((unused)))
{
    __asm__ volatile(".syntax unified     \n\t"
                     "lsrs r0, r0, #1     \n\t"
                     "bcc  1f             \n\t"
                     "nop                 \n\t" /* an odd `n` takes as many loops as `n` - 1 */
                     "1: subs r0, #1      \n\t"
                     "bne  1b             \n\t"
                     "bx   lr             \n\t");
}

#endif
