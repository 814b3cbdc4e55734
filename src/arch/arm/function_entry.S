/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entry to and return from functions that are traced by their first instruction (spoor/port/function_entry.h).
 * These instructions exist on all cores, in either state. Before a function F, with 2 bytes for the first and
 * the last instruction in Thumb state, and 4 in ARM state:
 *
 *             push {r0-r4, lr}
 *             bl   spoor_function_entered
 *     F:      b    to the push
 *
 * An interrupt may occur anywhere. All of this only uses the stack, and calls C.
 */
#include <spoor/port/function_entry.h>

#if CONFIG_TRACE_EVENTS && CONFIG_TRACE_FUNCTION && CONFIG_TRACE_FUNCTION_PATCHED

#define SAVED_BYTES 24 /* r0 to r4 and lr */
#define SAVED_LR    20

    .syntax unified
#ifdef __thumb__
    .thumb
#else
    .arm
#endif
    .text

    /* The state of the next label's code. */
    .macro  function
#ifdef __thumb__
    .thumb_func
#endif
    .endm

    /* Arguments and results may be in floating-point registers. */
    .macro  save_floats
#ifdef __ARM_PCS_VFP
    .vsave  {d0-d7}
    vpush   {d0-d7}
#endif
    .endm

    .macro  restore_floats
#ifdef __ARM_PCS_VFP
    vpop    {d0-d7}
#endif
    .endm

    /* lr is the function's address. r12 may hold the frame of a function that the called one is nested in. */
    .global spoor_function_entered
    .type   spoor_function_entered, %function
    function
spoor_function_entered:
    .fnstart
    .save   {r0-r4, lr}
    mov     r4, r12
    mov     r0, lr
    ldr     r1, [sp, #SAVED_LR]
    add     r2, sp, #SAVED_BYTES
    save_floats
    bl      spoor_function_enter
    restore_floats
    mov     r12, r4
    mov     lr, r0
    str     r1, [sp, #SAVED_LR]
    pop     {r0-r4, pc}
    .fnend
    .size   spoor_function_entered, . - spoor_function_entered

    .type   returned, %function
    function
returned:
    .fnstart
    .save   {r0-r4, lr}
    push    {r0-r4, lr}
    mov     r0, lr
    subs    r0, #SPOOR_FUNCTION_RETURN_BYTES
    str     r0, [sp, #SAVED_LR]     /* the place, which the unwinder knows */
    save_floats
    bl      spoor_function_leave
    restore_floats
    str     r0, [sp, #SAVED_LR]
    pop     {r0-r4, pc}
    .fnend
    .size   returned, . - returned

    .global spoor_function_returns
    .type   spoor_function_returns, %function
    .balign 4
    function
spoor_function_returns:
    .fnstart
    .rept   CONFIG_TRACE_FUNCTION_PATCHED
    bl      returned
    .endr
    .cantunwind
    .fnend
    .size   spoor_function_returns, . - spoor_function_returns

#endif
