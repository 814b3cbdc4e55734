/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Vectors, start-up, interrupts, context switch and fault entry, as src/arch/armv7a/entry.S but with ARMv5
 * instructions (Arm DDI0100, A2.6, "Exceptions"). There is one CPU, and its state is in memory.
 */
#include "../armv7a/armv7a_priv.h"

    .syntax unified
    .arm
    .arch   armv5te

#define MASK_I  0x80
#define MASK_IF 0xC0

/* Bytes of a saved context: r0 to r3, r12, lr, PC, CPSR. */
#define CONTEXT_BYTES 32

    .macro  get_state rd
    ldr     \rd, =armv5_state
    ldr     \rd, [\rd]
    .endm
    .macro  set_state rs, scratch
    ldr     \scratch, =armv5_state
    str     \rs, [\scratch]
    .endm

    .section .vectors, "ax", %progbits
    .balign 32
    .global armv7a_vectors
armv7a_vectors:
    b       hal_entry
    b       undefined_entry
    b       svc_entry
    b       prefetch_entry
    b       data_entry
    b       other_entry
    b       irq_entry
    b       fiq_entry

/* -------- start */

    .section .text.hal_entry, "ax", %progbits
    .global hal_entry
    .type hal_entry, %function
hal_entry:
    msr     cpsr_c, #(MODE_SVC | MASK_IF)
    mrc     p15, 0, r1, c1, c0, 0   /* control register: no MMU, no caches, vectors at 0 */
    bic     r1, r1, #0x1000
    bic     r1, r1, #0x2000
    bic     r1, r1, #0x0005
    mcr     p15, 0, r1, c1, c0, 0
    ldr     r0, =scratch
    mov     sp, r0
    msr     cpsr_c, #(MODE_IRQ | MASK_IF)
    add     r0, r0, #12
    mov     sp, r0
    ldr     r1, =armv7a_stacks + BOOT_STACK_BYTES
    msr     cpsr_c, #(MODE_FIQ | MASK_IF)
    mov     sp, r1
    msr     cpsr_c, #(MODE_ABT | MASK_IF)
    mov     sp, r1
    msr     cpsr_c, #(MODE_UND | MASK_IF)
    mov     sp, r1
    msr     cpsr_c, #(MODE_SYS | MASK_IF)
    mov     sp, r1
    mov     r0, #0
    bl      armv7a_boot

/* -------- interrupts */

    /*
     * Save the context on its own stack, in the layout of struct armv7a_frame. Used in IRQ or SVC mode, with the
     * return address in lr. The sp of these modes points to three scratch words.
     */
    .macro  save_context
    stmia   sp, {r0, lr}
    mrs     r0, spsr
    str     r0, [sp, #8]
    mov     r0, sp
    msr     cpsr_c, #(MODE_SYS | MASK_IF)
    sub     sp, sp, #CONTEXT_BYTES
    stmib   sp, {r1, r2, r3, r12, lr}
    ldmia   r0, {r1, r2, r3}
    str     r1, [sp]
    str     r2, [sp, #24]
    str     r3, [sp, #28]
#if CONFIG_TRACE_SAMPLES
    ldr     r0, =armv7a_interrupted
    str     sp, [r0]
#endif
    .endm

    /* Return through IRQ mode, whose sp is preserved. */
    .macro  return_to_context
    mov     r0, sp
    add     sp, sp, #CONTEXT_BYTES
    ldr     lr, [r0, #20]
    msr     cpsr_c, #(MODE_IRQ | MASK_IF)
    ldr     r1, [r0, #28]
    ldr     lr, [r0, #24]
    msr     spsr_cxsf, r1
    ldr     r12, [r0, #16]
    ldmia   r0, {r0, r1, r2, r3}
    movs    pc, lr
    .endm

    .section .text.irq_entry, "ax", %progbits
    .type irq_entry, %function
irq_entry:
    sub     lr, lr, #4
    save_context
    get_state r0
    add     r1, r0, #2
    set_state r1, r2
    mov     r1, sp
    cmp     r0, #1
    bhi     nested

    ldr     sp, =armv7a_stacks + BOOT_STACK_BYTES + ISR_STACK_BYTES
    push    {r1, r2}
    bl      hal_irqctl_serve
    ldr     sp, [sp]
    get_state r0
    subs    r0, r0, #2
    set_state r0, r1
    beq     switch
    return_to_context

nested:
    and     r2, r1, #4
    sub     sp, sp, r2
    push    {r1, r2}
    bl      hal_irqctl_serve
    ldr     sp, [sp]
    get_state r0
    sub     r0, r0, #2
    set_state r0, r1
    return_to_context

/* -------- context switch */

    .type svc_entry, %function
svc_entry:
    save_context
    ldr     r0, [sp, #28]
    tst     r0, #MASK_I
    bne     1f
    get_state r0
    cmp     r0, #0
    beq     switch
1:  return_to_context

switch:
    push    {r4-r11}
    mov     r0, sp
switch_from_r0:
    ldr     sp, =armv7a_stacks + BOOT_STACK_BYTES + ISR_STACK_BYTES
    mov     r1, #3                  /* depth 1, no switch pending */
    set_state r1, r2
    bl      hal_on_switch
    get_state r1
    subs    r1, r1, #2
    set_state r1, r2
    beq     switch_from_r0          /* a switch was requested meanwhile */
    mov     sp, r0
    pop     {r4-r11}
    return_to_context

    .global hal_switch_start
    .type hal_switch_start, %function
hal_switch_start:
    msr     cpsr_c, #(MODE_SYS | MASK_IF)
    mov     r0, #0
    b       switch_from_r0
    .ltorg

/* -------- faults */

    .section .text.fault_entry, "ax", %progbits
    .macro  fault_entry kind
    sub     sp, sp, #8
    push    {r0-r12, lr}
    mrs     r0, spsr
    str     lr, [sp, #56]
    str     r0, [sp, #60]
    mov     r1, #\kind
    b       fault
    .endm

    .type undefined_entry, %function
undefined_entry:
    fault_entry FAULT_UNDEFINED
    .type prefetch_entry, %function
prefetch_entry:
    fault_entry FAULT_PREFETCH
    .type data_entry, %function
data_entry:
    fault_entry FAULT_DATA
    .type fiq_entry, %function
fiq_entry:
    fault_entry FAULT_OTHER
    .type other_entry, %function
other_entry:
    msr     cpsr_c, #(MODE_UND | MASK_IF)
    fault_entry FAULT_OTHER

fault:
    ldr     r4, [sp, #60]           /* CPSR of the faulting context, whose mode has the faulting sp and lr */
    and     r4, r4, #0x1F
    orr     r4, r4, #MASK_IF
    mrs     r5, cpsr
    msr     cpsr_c, r4
    mov     r2, sp
    mov     r3, lr
    msr     cpsr_c, r5
    mov     r0, sp
    bl      armv7a_fault
    .ltorg

/* -------- memory */

    .section .bss.armv5, "aw", %nobits
    .balign 4
    .global armv5_state
armv5_state:
    .space  4
scratch:
    .space  24

/* The stack of boot and faults, followed by the interrupt stack. */
    .section .noinit.armv7a_stacks, "aw", %nobits
    .balign 8
    .global armv7a_stacks
armv7a_stacks:
    .space  CPU_STACKS_BYTES
