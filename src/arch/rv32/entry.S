/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Start-up, traps and context switch, in machine mode (RISC-V Privileged Architecture 1.12, 3.1). A trap saves its
 * context on the interrupted stack. Interrupts run on a stack of their own. rv32_priv.h defines the frames.
 */
#include "rv32_priv.h"

#define MEPC    64
#define MSTATUS 68
#define SCRATCH 72

#define KEPT_BYTES (CONTEXT_BYTES - TRAP_BYTES) /* of s0 to s11, below the other registers */

    .section .vectors, "ax", %progbits
    .balign 4
    .global hal_entry
    .type hal_entry, @function
hal_entry:
    csrw    mie, zero
    csrci   mstatus, MSTATUS_MIE
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    la      tp, tls_start
    la      t0, trap_entry
    csrw    mtvec, t0
    li      t0, 1               /* depth 0, no switch pending */
    csrw    mscratch, t0
    la      sp, rv32_boot_stack_end
    tail    rv32_boot

/* -------- traps */

    .macro  save_trap
    addi    sp, sp, -TRAP_BYTES
    sw      ra, 0(sp)
    sw      t0, 4(sp)
    sw      t1, 8(sp)
    sw      t2, 12(sp)
    sw      a0, 16(sp)
    sw      a1, 20(sp)
    sw      a2, 24(sp)
    sw      a3, 28(sp)
    sw      a4, 32(sp)
    sw      a5, 36(sp)
    sw      a6, 40(sp)
    sw      a7, 44(sp)
    sw      t3, 48(sp)
    sw      t4, 52(sp)
    sw      t5, 56(sp)
    sw      t6, 60(sp)
    csrr    a0, mepc
    csrr    a1, mstatus
    sw      a0, MEPC(sp)
    sw      a1, MSTATUS(sp)
    .endm

    /* The store-conditional cancels any reservation of the interrupted code, which must not succeed. */
    .macro  return_from_trap
    addi    t0, sp, SCRATCH
    sc.w    zero, zero, (t0)
    lw      a0, MEPC(sp)
    lw      a1, MSTATUS(sp)
    csrw    mepc, a0
    csrw    mstatus, a1
    lw      ra, 0(sp)
    lw      t0, 4(sp)
    lw      t1, 8(sp)
    lw      t2, 12(sp)
    lw      a0, 16(sp)
    lw      a1, 20(sp)
    lw      a2, 24(sp)
    lw      a3, 28(sp)
    lw      a4, 32(sp)
    lw      a5, 36(sp)
    lw      a6, 40(sp)
    lw      a7, 44(sp)
    lw      t3, 48(sp)
    lw      t4, 52(sp)
    lw      t5, 56(sp)
    lw      t6, 60(sp)
    addi    sp, sp, TRAP_BYTES
    mret
    .endm

    .section .text.trap_entry, "ax", %progbits
    .balign 4
    .type trap_entry, @function
trap_entry:
    save_trap
    csrr    a2, mcause
    bgez    a2, exception
#if CONFIG_TRACE_SAMPLES
    la      t0, rv32_interrupted
    sw      sp, (t0)
#endif
    csrr    t1, mscratch
    addi    t2, t1, 2
    csrw    mscratch, t2
    li      t0, 1
    bgtu    t1, t0, nested

    la      t0, rv32_isr_stack_end - 16
    sw      sp, (t0)
    mv      sp, t0
    call    hal_irqctl_serve
    .global rv32_served_outermost
rv32_served_outermost:              /* unwind.c relies on both labels */
    lw      sp, (sp)
    csrr    t1, mscratch
    addi    t1, t1, -2
    csrw    mscratch, t1
    beqz    t1, switch
    return_from_trap

nested:
    call    hal_irqctl_serve
    .global rv32_served_nested
rv32_served_nested:
    csrr    t1, mscratch
    addi    t1, t1, -2
    csrw    mscratch, t1
    return_from_trap

exception:
    li      t0, 11              /* ecall from machine mode */
    bne     a2, t0, fault
    addi    a0, a0, 4
    sw      a0, MEPC(sp)
    andi    a1, a1, MSTATUS_MPIE
    beqz    a1, 1f              /* interrupts were masked */
    csrr    t1, mscratch
    beqz    t1, switch
1:  return_from_trap

/* -------- context switch */

/*
 * Interrupts are unmasked from the moment when the interrupt stack is used until the incoming thread's stack is. They
 * run as nested ones, and save all registers that they change.
 */
switch:
    addi    sp, sp, -KEPT_BYTES
    sw      s0, 0(sp)           /* the lowest word, where tools that follow the stack pointer see it */
    mv      a0, sp
    la      sp, rv32_isr_stack_end
    li      t0, 3               /* depth 1, no switch pending */
    csrw    mscratch, t0
    csrsi   mstatus, MSTATUS_MIE
    sw      s1, 4(a0)
    sw      s2, 8(a0)
    sw      s3, 12(a0)
    sw      s4, 16(a0)
    sw      s5, 20(a0)
    sw      s6, 24(a0)
    sw      s7, 28(a0)
    sw      s8, 32(a0)
    sw      s9, 36(a0)
    sw      s10, 40(a0)
    sw      s11, 44(a0)
switch_from_a0:
    call    hal_on_switch
    lw      s0, 0(a0)
    lw      s1, 4(a0)
    lw      s2, 8(a0)
    lw      s3, 12(a0)
    lw      s4, 16(a0)
    lw      s5, 20(a0)
    lw      s6, 24(a0)
    lw      s7, 28(a0)
    lw      s8, 32(a0)
    lw      s9, 36(a0)
    lw      s10, 40(a0)
    lw      s11, 44(a0)
    lw      ra, KEPT_BYTES + 0(a0)
    lw      t2, KEPT_BYTES + 12(a0)
    lw      a2, KEPT_BYTES + 24(a0)
    lw      a3, KEPT_BYTES + 28(a0)
    lw      a4, KEPT_BYTES + 32(a0)
    lw      a5, KEPT_BYTES + 36(a0)
    lw      a6, KEPT_BYTES + 40(a0)
    lw      a7, KEPT_BYTES + 44(a0)
    lw      t3, KEPT_BYTES + 48(a0)
    lw      t4, KEPT_BYTES + 52(a0)
    lw      t5, KEPT_BYTES + 56(a0)
    lw      t6, KEPT_BYTES + 60(a0)
    csrci   mstatus, MSTATUS_MIE
    csrr    t1, mscratch
    addi    t1, t1, -2
    beqz    t1, switch_again
    csrw    mscratch, t1
    sc.w    zero, zero, (a0)    /* as in return_from_trap; that word isn't needed any more */
    lw      t0, KEPT_BYTES + MEPC(a0)
    lw      t1, KEPT_BYTES + MSTATUS(a0)
    csrw    mepc, t0
    csrw    mstatus, t1
    addi    sp, a0, CONTEXT_BYTES
    lw      t0, KEPT_BYTES + 4(a0)
    lw      t1, KEPT_BYTES + 8(a0)
    lw      a1, KEPT_BYTES + 20(a0)
    lw      a0, KEPT_BYTES + 16(a0)
    mret

switch_again:                   /* a switch was requested meanwhile */
    li      t0, 3
    csrw    mscratch, t0
    csrsi   mstatus, MSTATUS_MIE
    j       switch_from_a0

    .global hal_switch_start
    .type hal_switch_start, @function
hal_switch_start:
    csrci   mstatus, MSTATUS_MIE
    la      sp, rv32_isr_stack_end
    li      t0, 3
    csrw    mscratch, t0
    li      a0, 0
    j       switch_from_a0

/* -------- faults: save the remaining registers on the boot stack, because the faulting stack may be full */

    .type fault, @function
fault:
    mv      a0, sp
    la      sp, rv32_boot_stack_end - 64
    sw      s0, 0(sp)
    sw      s1, 4(sp)
    sw      s2, 8(sp)
    sw      s3, 12(sp)
    sw      s4, 16(sp)
    sw      s5, 20(sp)
    sw      s6, 24(sp)
    sw      s7, 28(sp)
    sw      s8, 32(sp)
    sw      s9, 36(sp)
    sw      s10, 40(sp)
    sw      s11, 44(sp)
    sw      gp, 48(sp)
    sw      tp, 52(sp)
    mv      a1, sp
    tail    rv32_fault

/* -------- stacks */

    .section .noinit.rv32_stacks, "aw", %nobits
    .balign 16
    .space  BOOT_STACK_BYTES
rv32_boot_stack_end:
    .global rv32_isr_stack
rv32_isr_stack:
    .space  CONFIG_ISR_STACK_BYTES
rv32_isr_stack_end:
