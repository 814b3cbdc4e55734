/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entry to and return from functions that are traced by their first instruction (spoor/port/function_entry.h).
 * Before a function F:
 *
 *     F - 8:  auipc t0, ...
 *     F - 4:  jalr  t0, ...(t0)       spoor_function_entered
 *     F:      c.j   F - 8
 *
 * t0 to t6 hold nothing at the entry and after the return, except t2: the frame of a function that the called
 * one is nested in. ra remains what the unwinder expects: the caller of F, and after the return the place. An
 * interrupt may occur anywhere. All of this only uses the stack, and calls C.
 */
#include <spoor/port/function_entry.h>

#if CONFIG_TRACE_EVENTS && CONFIG_TRACE_FUNCTION && CONFIG_TRACE_FUNCTION_PATCHED

#ifndef __riscv_float_abi_soft
#error "arguments in floating-point registers aren't saved"
#endif

#define ENTERED_BYTES  48
#define RETURNED_BYTES 16

    .text

    .global spoor_function_entered
    .type   spoor_function_entered, @function
spoor_function_entered:
    .cfi_startproc
    addi    sp, sp, -ENTERED_BYTES
    .cfi_def_cfa_offset ENTERED_BYTES
    sw      ra, 44(sp)
    .cfi_offset ra, 44 - ENTERED_BYTES
    sw      t2, 40(sp)
    sw      a0, 0(sp)
    sw      a1, 4(sp)
    sw      a2, 8(sp)
    sw      a3, 12(sp)
    sw      a4, 16(sp)
    sw      a5, 20(sp)
    sw      a6, 24(sp)
    sw      a7, 28(sp)
    mv      a0, t0
    mv      a1, ra
    addi    a2, sp, ENTERED_BYTES
    call    spoor_function_enter
    mv      ra, a0
    .cfi_restore ra
    mv      t0, a1
    lw      t2, 40(sp)
    lw      a0, 0(sp)
    lw      a1, 4(sp)
    lw      a2, 8(sp)
    lw      a3, 12(sp)
    lw      a4, 16(sp)
    lw      a5, 20(sp)
    lw      a6, 24(sp)
    lw      a7, 28(sp)
    addi    sp, sp, ENTERED_BYTES
    .cfi_def_cfa_offset 0
    jr      t0
    .cfi_endproc
    .size   spoor_function_entered, . - spoor_function_entered

    .type   returned, @function
returned:
    .cfi_startproc
    addi    sp, sp, -RETURNED_BYTES
    .cfi_def_cfa_offset RETURNED_BYTES
    sw      ra, 12(sp)
    .cfi_offset ra, 12 - RETURNED_BYTES
    sw      a0, 0(sp)
    sw      a1, 4(sp)
    mv      a0, ra
    call    spoor_function_leave
    mv      ra, a0
    .cfi_restore ra
    lw      a0, 0(sp)
    lw      a1, 4(sp)
    addi    sp, sp, RETURNED_BYTES
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size   returned, . - returned

    /* A function returns by ra, which then is the place. */
    .global spoor_function_returns
    .type   spoor_function_returns, @function
    .balign 4
    .option push
    .option norvc
spoor_function_returns:
    .cfi_startproc
    .rept   CONFIG_TRACE_FUNCTION_PATCHED
    j       returned
    .endr
    .cfi_endproc
    .option pop
    .size   spoor_function_returns, . - spoor_function_returns

#endif
