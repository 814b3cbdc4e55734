/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Vectors, start-up, interrupts, context switch and fault entry (Armv7-A ARM, B1.8, "Exception handling").
 *
 * Software thread ID registers: TPIDRPRW holds the state described in arch/spoor_irq.h, TPIDRURO the end of the
 * CPU's interrupt stack, TPIDRURW the word of hal/cpu.h.
 */
#include "armv7a_priv.h"

    .syntax unified
    .thumb
    .arch   armv7-a

    .macro  get_state rd
    mrc     p15, 0, \rd, c13, c0, 4
    .endm
    .macro  set_state rs
    mcr     p15, 0, \rs, c13, c0, 4
    .endm
    .macro  get_irq_stack rd
    mrc     p15, 0, \rd, c13, c0, 3
    .endm

    .section .vectors, "ax", %progbits
    .balign 32
    .global armv7a_vectors
armv7a_vectors:
    b.w     hal_entry
    b.w     undefined_entry
    b.w     svc_entry
    b.w     prefetch_entry
    b.w     data_entry
    b.w     other_entry
    b.w     irq_entry
    b.w     fiq_entry

/* -------- start */

    .section .text.hal_entry, "ax", %progbits
    .global hal_entry
    .type hal_entry, %function
hal_entry:
    cpsid   aif
    mrc     p15, 0, r0, c0, c0, 5   /* MPIDR */
    uxtb    r0, r0
    cmp     r0, #CONFIG_CPUS
    bhs     parked
#if CONFIG_CPUS > 1
    cbz     r0, go_on
    ldr     r1, =armv7a_released
    ldr     r2, =RELEASED
held:
    ldr     r3, [r1, r0, lsl #2]
    cmp     r3, r2
    itt     ne
    wfene
    bne     held
    movs    r3, #0                  /* after a reset it waits for its release again */
    str     r3, [r1, r0, lsl #2]
go_on:
#endif

    mrc     p15, 0, r1, c1, c0, 0   /* SCTLR: take exceptions in Thumb state, vectors at VBAR */
    orr     r1, r1, #1 << 30
    bic     r1, r1, #1 << 13
    mcr     p15, 0, r1, c1, c0, 0
    ldr     r1, =armv7a_vectors
    mcr     p15, 0, r1, c12, c0, 0
    isb

#if FLOAT_CALL_BYTES
    mrc     p15, 0, r1, c1, c0, 2   /* CPACR: enable coprocessors 10 and 11 (B4.1.40) */
    orr     r1, r1, #0xF << 20
    mcr     p15, 0, r1, c1, c0, 2
    isb
    mov     r1, #1 << 30            /* FPEXC.EN */
    vmsr    fpexc, r1
#endif
    ldr     r1, =armv7a_stacks
    ldr     r2, =CPU_STACKS_BYTES
    mla     r1, r0, r2, r1
    add     r1, r1, #BOOT_STACK_BYTES
    cps     #MODE_FIQ
    mov     sp, r1
    cps     #MODE_ABT
    mov     sp, r1
    cps     #MODE_UND
    mov     sp, r1
    cps     #MODE_SYS
    mov     sp, r1
    ldr     r2, =ISR_STACK_BYTES
    add     r1, r1, r2
    mcr     p15, 0, r1, c13, c0, 3
    movs    r1, #0
    mcr     p15, 0, r1, c13, c0, 2
    movs    r1, #1
    set_state r1
    cpsie   a
    bl      armv7a_boot

parked:                             /* a CPU beyond CONFIG_CPUS */
    wfi
    b       parked

/* -------- interrupts */

/*
 * Layout of a context on its stack, from the top: CPSR, PC, lr, r12, r3 to r0, and for a thread that isn't running
 * r11 to r4. It may be misaligned by 4 bytes, so handlers that call C code on the same stack align it first.
 */
    .macro  save_context
    srsdb   sp!, #MODE_SYS
    cps     #MODE_SYS
    push    {r0-r3, r12, lr}
    .endm

    /*
     * Save the call-clobbered floating-point registers below that. The code that follows runs in the default
     * floating-point mode.
     */
    .macro  save_float
#if FLOAT_CALL_BYTES
    vpush   {d0-d7}
#ifdef __ARM_NEON
    vpush   {d16-d31}
#endif
    vmrs    r0, fpscr
    movs    r1, #0
    push    {r0, r1}
    vmsr    fpscr, r1
#endif
    .endm

    .macro  return_to_context
    clrex                           /* an interrupted exclusive pair must not succeed */
#if FLOAT_CALL_BYTES
    pop     {r0, r1}
    vmsr    fpscr, r0
#ifdef __ARM_NEON
    vpop    {d16-d31}
#endif
    vpop    {d0-d7}
#endif
    return_to_integers
    .endm
    .macro  return_to_integers
    pop     {r0-r3, r12, lr}
    rfeia   sp!
    .endm

/*
 * While handlers run, the interrupted sp is on top of the stack and points to the context. The unwind opcodes (Arm
 * IHI0038, 10.3) are: pop r1 and r2, sp = r1, skip floating point, pop r0 to r3, pop r12, lr and pc, and CPSR.
 */
    .macro  unwound_to_interrupted
#if CONFIG_TRACE_STACKS
    .fnstart
    .personalityindex 1
#if FLOAT_CALL_BYTES
    .unwind_raw 0, 0xB1, 0x06, 0x91, (FLOAT_CALL_BYTES - 4) / 4, 0xB1, 0x0F, 0x8D, 0x00, 0x00
#else
    .unwind_raw 0, 0xB1, 0x06, 0x91, 0xB1, 0x0F, 0x8D, 0x00, 0x00
#endif
#endif
    .endm
    .macro  unwound_end
#if CONFIG_TRACE_STACKS
    .fnend
#endif
    .endm

    /* Store the address of the context just saved, for hal/interrupted.h. */
    .macro  note_interrupted
#if CONFIG_TRACE_SAMPLES
    ldr     r0, =armv7a_interrupted
#if CONFIG_CPUS > 1
    mrc     p15, 0, r1, c0, c0, 5   /* MPIDR */
    and     r1, r1, #0xFF
    add     r0, r0, r1, lsl #2
#endif
    str     sp, [r0]
#endif
    .endm

    .section .text.irq_entry, "ax", %progbits
    .type irq_entry, %function
irq_entry:
    unwound_to_interrupted
    sub     lr, lr, #4
    save_context
    note_interrupted
    save_float
    get_state r0
    adds    r1, r0, #2
    set_state r1
    cmp     r0, #1
    bhi     nested

    mov     r1, sp
    get_irq_stack r0
    mov     sp, r0
    push    {r1, r2}
    bl      hal_irqctl_serve
    ldr     r1, [sp]
    mov     sp, r1
    get_state r0
    subs    r0, r0, #2
    set_state r0
    beq     switch
    return_to_context

nested:
    mov     r1, sp
    and     r2, r1, #4
    sub     sp, sp, r2
    push    {r1, r2}
    bl      hal_irqctl_serve
    ldr     r1, [sp]
    mov     sp, r1
    get_state r0
    subs    r0, r0, #2
    set_state r0
    return_to_context
    unwound_end

/* -------- context switch */

    .type svc_entry, %function
svc_entry:
    save_context
    ldr     r0, [sp, #28]           /* CPSR */
    tst     r0, #0x80
    bne     1f
    get_state r0
    cbz     r0, 2f
1:  return_to_integers
2:  save_float

switch:
    push    {r4-r11}
#if FLOAT_CALL_BYTES
    vpush   {d8-d15}
#endif
    mov     r0, sp
switch_from_r0:
    get_irq_stack r1
    mov     sp, r1
    movs    r1, #3                  /* depth 1, no switch pending */
    set_state r1
    bl      hal_on_switch
    get_state r1
    subs    r1, r1, #2
    set_state r1
    beq     switch_from_r0          /* a switch was requested meanwhile */
    mov     sp, r0
#if FLOAT_CALL_BYTES
    vpop    {d8-d15}
#if CONFIG_FLOAT_LOST
    vmov.f32 s31, s30
#endif
#endif
    pop     {r4-r11}
    return_to_context

    .global hal_switch_start
    .type hal_switch_start, %function
hal_switch_start:
    movs    r0, #0
    b       switch_from_r0

/* -------- faults */

    .section .text.fault_entry, "ax", %progbits
    .macro  fault_entry mode, kind
    srsdb   sp!, #\mode
    push    {r0-r12, lr}
    movs    r1, #\kind
    b       fault
    .endm

    .type undefined_entry, %function
undefined_entry:
    fault_entry MODE_UND, FAULT_UNDEFINED
    .type prefetch_entry, %function
prefetch_entry:
    fault_entry MODE_ABT, FAULT_PREFETCH
    .type data_entry, %function
data_entry:
    fault_entry MODE_ABT, FAULT_DATA
    .type fiq_entry, %function
fiq_entry:
    fault_entry MODE_FIQ, FAULT_OTHER
    .type other_entry, %function
other_entry:
    cps     #MODE_UND
    fault_entry MODE_UND, FAULT_OTHER

fault:
    ldr     r4, [sp, #60]           /* CPSR of the faulting context, whose mode has the faulting sp and lr */
    and     r4, r4, #0x1F
    orr     r4, r4, #0xC0
    mrs     r5, cpsr
    msr     cpsr_c, r4
    mov     r2, sp
    mov     r3, lr
    msr     cpsr_c, r5
    mov     r0, sp
    bl      armv7a_fault

/* -------- stacks: for each CPU the stack of boot and faults, followed by the interrupt stack */

    .section .noinit.armv7a_stacks, "aw", %nobits
    .balign 8
    .global armv7a_stacks
armv7a_stacks:
    .space  CPU_STACKS_BYTES * CONFIG_CPUS
