/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Context switch in PendSV, start of the first thread, and fault entry, with ARMv6-M instructions. Load and store
 * multiple only access r0 to r7, in ascending order. Threads run on PSP and handlers on MSP. EXC_RETURN of a thread
 * is 0xFFFFFFFD (Armv6-M ARM, B1.5.8).
 */
    .syntax unified
    .thumb

    .section .text.cortexm_pendsv, "ax", %progbits
    .global cortexm_pendsv
    .type cortexm_pendsv, %function
cortexm_pendsv:
    mrs     r0, psp
    subs    r0, #32
    mov     r1, r0
    stmia   r1!, {r4-r7}
    mov     r4, r8
    mov     r5, r9
    mov     r6, r10
    mov     r7, r11
    stmia   r1!, {r4-r7}
    bl      hal_on_switch           /* interrupts use MSP and preserve the registers */
    mov     r1, r0
    adds    r1, #16
    ldmia   r1!, {r4-r7}
    mov     r8, r4
    mov     r9, r5
    mov     r10, r6
    mov     r11, r7
    msr     psp, r1
    ldmia   r0!, {r4-r7}
    movs    r0, #2
    mvns    r0, r0
    bx      r0

    .section .text.hal_switch_start, "ax", %progbits
    .global hal_switch_start
    .type hal_switch_start, %function
hal_switch_start:
    movs    r0, #0
    bl      hal_on_switch
    adds    r0, #32             /* in a new context r4 to r11 have no values */
    ldr     r1, [r0, #24]       /* pc */
    ldr     r2, [r0]            /* r0 */
    adds    r0, #32
    msr     psp, r0
    ldr     r3, =cortexm_isr_stack_top
    ldr     r3, [r3]
    msr     msp, r3             /* boot is over; handlers use its stack from now on */
    movs    r3, #2              /* CONTROL.SPSEL: thread mode uses PSP */
    msr     control, r3
    isb
    movs    r0, #0
    mov     lr, r0              /* no return address: unwinding ends here */
    movs    r0, #1
    orrs    r1, r0
    mov     r0, r2
    cpsie   i
    bx      r1

    .section .text.cortexm_fault_entry, "ax", %progbits
    .global cortexm_fault_entry
    .type cortexm_fault_entry, %function
cortexm_fault_entry:
    cpsid   i
    ldr     r0, =cortexm_isr_stack
    cmp     sp, r0
    bhs     2f
    ldr     r0, =cortexm_isr_stack_top
    ldr     r0, [r0]
    mov     sp, r0
    bl      cortexm_isr_stack_overflow
2:  mov     r2, lr
    movs    r1, #4
    mov     r0, sp
    tst     r2, r1
    beq     1f
    mrs     r0, psp
1:  mov     r1, r8
    mov     r3, r9
    push    {r4-r7}             /* the C code expects r4 to r11 in ascending order */
    sub     sp, #16
    mov     r12, r0
    mov     r0, sp
    mov     r4, r1
    mov     r5, r3
    mov     r6, r10
    mov     r7, r11
    add     r1, sp, #16
    ldr     r1, [r1]
    str     r1, [r0]
    ldr     r1, [r0, #20]
    str     r1, [r0, #4]
    ldr     r1, [r0, #24]
    str     r1, [r0, #8]
    ldr     r1, [r0, #28]
    str     r1, [r0, #12]
    add     r1, sp, #16
    stmia   r1!, {r4-r7}
    mov     r0, r12
    mov     r1, sp
    bl      cortexm_fault
