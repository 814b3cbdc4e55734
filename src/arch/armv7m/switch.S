/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The switch between threads, in PendSV, and the entries that need registers as they were.
 * Threads run on PSP, handlers on MSP; EXC_RETURN of a thread is 0xFFFFFFFD (Armv7-M ARM, B1.5.8).
 */
    .syntax unified
    .thumb

    .section .text.cortexm_pendsv, "ax", %progbits
    .global cortexm_pendsv
    .type cortexm_pendsv, %function
cortexm_pendsv:
    mrs     r0, psp
    stmdb   r0!, {r4-r11}
    cpsid   i
    bl      hal_on_switch
    cpsie   i                   /* interrupts use the other stack, and keep the registers */
    ldmia   r0!, {r4-r11}
    msr     psp, r0
    clrex                       /* the store of another thread's pair must not succeed */
    mvn     lr, #2
    bx      lr

    .section .text.hal_switch_start, "ax", %progbits
    .global hal_switch_start
    .type hal_switch_start, %function
hal_switch_start:
    movs    r0, #0
    bl      hal_on_switch
    adds    r0, #32             /* a fresh context: r4 to r11 hold nothing */
    ldr     r1, [r0, #24]       /* pc */
    ldr     r2, [r0]            /* r0 */
    adds    r0, #32
    msr     psp, r0
    ldr     r3, =cortexm_isr_stack_top
    ldr     r3, [r3]
    msr     msp, r3             /* boot is over; its stack serves the handlers */
    movs    r3, #2              /* CONTROL.SPSEL: this is thread mode, on PSP */
    msr     control, r3
    isb
    mov     r0, r2
    orr     r1, r1, #1
    mov     lr, #0              /* nothing called it: here a stack ends */
    cpsie   i
    bx      r1

    .section .text.cortexm_fault_entry, "ax", %progbits
    .global cortexm_fault_entry
    .type cortexm_fault_entry, %function
cortexm_fault_entry:
    cpsid   i
    ldr     r0, =cortexm_isr_stack
    cmp     sp, r0
    bhs     1f
    ldr     r0, =cortexm_isr_stack_top
    ldr     r0, [r0]
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
