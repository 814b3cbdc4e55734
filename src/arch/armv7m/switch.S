/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Context switch in PendSV, start of the first thread, and fault entry. Threads run on PSP and handlers on MSP
 * (Armv7-M ARM, B1.5.8). arch/frame.h lists the registers that a switch saves. Saving s16 also makes the hardware
 * store s0 to s15 of the thread if that is still pending (B1.5.7).
 */
#include <arch/frame.h>

/* With less room than this on the interrupt stack, it counts as overflowed. */
#define FAULT_ROOM 192

    .syntax unified
    .thumb

    .macro  save_context
    mrs     r0, psp
#if CORTEXM_FLOAT
    tst     lr, #16
    it      eq
    vstmdbeq r0!, {s16-s31}
    stmdb   r0!, {r4-r11, lr}
#else
    stmdb   r0!, {r4-r11}
#endif
#if CORTEXM_LIMIT
    mrs     r1, psplim
    str     r1, [r0, #-4]!
#endif
    .endm

    .macro  return_to_context
#if CORTEXM_LIMIT
    ldr     r1, [r0], #4
    movs    r2, #0                  /* the new stack may be below the old limit */
    msr     psplim, r2
#endif
#if CORTEXM_FLOAT
    ldmia   r0!, {r4-r11, lr}
    tst     lr, #16
    it      eq
    vldmiaeq r0!, {s16-s31}
#if CONFIG_FLOAT_LOST
    it      eq
    vmoveq.f32 s31, s30
#endif
#else
    ldmia   r0!, {r4-r11}
    mvn     lr, #2                  /* CORTEXM_RETURN */
#endif
    msr     psp, r0
#if CORTEXM_LIMIT
    msr     psplim, r1
#endif
    bx      lr                      /* clears the exclusive monitor (A3.4.4), so another thread's store fails */
    .endm

    /* Load the top of this CPU's interrupt stack. */
    .macro  isr_stack_top to, number
    ldr     \to, =cortexm_isr_stack_top
#if CONFIG_CPUS > 1
    mrs     \number, psplim_ns      /* 8 times the CPU number, see arch/cpu.h */
    lsrs    \number, \number, #1
    ldr     \to, [\to, \number]
#else
    ldr     \to, [\to]
#endif
    .endm

    .section .text.cortexm_pendsv, "ax", %progbits
    .global cortexm_pendsv
    .type cortexm_pendsv, %function
cortexm_pendsv:
    save_context
    bl      hal_on_switch           /* interrupts use MSP and preserve the registers */
    return_to_context

    .section .text.hal_switch_start, "ax", %progbits
    .global hal_switch_start
    .type hal_switch_start, %function
hal_switch_start:
    movs    r0, #0
    bl      hal_on_switch
#if CORTEXM_LIMIT
    ldr     r4, [r0]
#endif
    adds    r0, #CORTEXM_SAVED_BYTES  /* in a new context r4 to r11 have no values */
    ldr     r1, [r0, #24]           /* pc */
    ldr     r2, [r0]                /* r0 */
    adds    r0, #32
    msr     psp, r0
#if CORTEXM_LIMIT
    msr     psplim, r4
#endif
    isr_stack_top r3, r4
    msr     msp, r3                 /* boot is over; handlers use its stack from now on */
    movs    r3, #2                  /* CONTROL.SPSEL: thread mode uses PSP; floating point isn't active */
    msr     control, r3
    isb
    mov     r0, r2
    orr     r1, r1, #1
    mov     lr, #0                  /* no return address: unwinding ends here */
    cpsie   i
    bx      r1

    .section .text.cortexm_fault_entry, "ax", %progbits
    .global cortexm_fault_entry
    .type cortexm_fault_entry, %function
cortexm_fault_entry:
    cpsid   i
#if CORTEXM_LIMIT
    mrs     r0, msplim
    movs    r1, #0
    msr     msplim, r1
    adds    r0, #FAULT_ROOM         /* an instruction may have failed above the limit */
#else
    ldr     r0, =cortexm_isr_stack
#endif
    cmp     sp, r0                  /* at the limit no frame was stacked */
    bhi     1f
    isr_stack_top r0, r1
    mov     sp, r0
    bl      cortexm_isr_stack_overflow
1:  tst     lr, #4
    ite     eq
    mrseq   r0, msp
    mrsne   r0, psp
    mov     r2, lr
    push    {r4-r11}
    mov     r1, sp
    bl      cortexm_fault
