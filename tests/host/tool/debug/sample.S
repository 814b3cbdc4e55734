/* SPDX-License-Identifier: BSD-2-Clause */
/* Assembly has lines, but no functions: for debug.check. */
#ifdef __arm__
#define ADD(to, from) adds to, to, from
#define RETURN        bx lr
#define A             r0
#define B             r1
        .syntax unified
        .thumb
#else
#define ADD(to, from) add to, to, from
#define RETURN        ret
#define A             a0
#define B             a1
#endif

        .section .text.asm_sum, "ax"
        .global asm_sum
        .type   asm_sum, STT_FUNC
asm_sum:
        ADD(A, B)
        ADD(B, A)
        ADD(A, B)
        RETURN
        .size   asm_sum, . - asm_sum
