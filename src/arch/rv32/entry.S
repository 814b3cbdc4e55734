/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Start-up, exceptions and context switch, in machine mode (RISC-V Privileged Architecture 1.12, 3.1). A trap saves
 * its context on the interrupted stack. Interrupts (interrupt.S) run on a stack of their own. rv32_priv.h defines the
 * frames.
 */
#include "rv32_priv.h"

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
    la      t0, trap_vectors + 1 /* 1: vectored */
    csrw    mtvec, t0
    csrwi   mscratch, STATE_NO_SWITCH
    la      sp, rv32_boot_stack_end
    tail    rv32_boot

/* -------- traps */

    /* Save a trap's registers except t0, mepc and mstatus. */
    .macro  save_trap at, base
    sw      ra, \at + 0(\base)
    sw      t1, \at + 8(\base)
    sw      t2, \at + 12(\base)
    sw      a0, \at + 16(\base)
    sw      a1, \at + 20(\base)
    sw      a2, \at + 24(\base)
    sw      a3, \at + 28(\base)
    sw      a4, \at + 32(\base)
    sw      a5, \at + 36(\base)
    sw      a6, \at + 40(\base)
    sw      a7, \at + 44(\base)
    sw      t3, \at + 48(\base)
    sw      t4, \at + 52(\base)
    sw      t5, \at + 56(\base)
    sw      t6, \at + 60(\base)
    .endm

    /* By cause: all exceptions enter at 0. 64 bytes is the strictest alignment of known cores. */
    .section .text.trap_vectors, "ax", %progbits
    .option push
    .option norvc
    .balign 64
trap_vectors:
    j       exception
    .rept   2
    j       exception           /* not enabled */
    .endr
    j       rv32_software       /* 3 */
    .rept   3
    j       exception
    .endr
    j       rv32_timer          /* 7 */
    .rept   3
    j       exception
    .endr
    j       rv32_external       /* 11 */
    .option pop

    .section .text.exception, "ax", %progbits
    .type exception, @function
exception:
    addi    sp, sp, -CONTEXT_BYTES
    sw      t0, KEPT_BYTES + 4(sp)
    csrr    t0, mcause
    addi    t0, t0, -11         /* ecall from machine mode */
    bnez    t0, fault
    csrr    t0, mepc
    addi    t0, t0, 4
    sw      t0, KEPT_BYTES + TRAP_MEPC(sp)
    csrr    t0, mstatus
    sw      t0, KEPT_BYTES + TRAP_MSTATUS(sp)
    andi    t0, t0, MSTATUS_MPIE
    beqz    t0, 1f              /* interrupts were masked */
    csrr    t0, mscratch
    beqz    t0, switch
1:  lw      t0, KEPT_BYTES + TRAP_MEPC(sp)
    csrw    mepc, t0
    lw      t0, KEPT_BYTES + 4(sp)
    addi    sp, sp, CONTEXT_BYTES
    mret

/* -------- context switch */

/*
 * Interrupts are unmasked from the moment when the interrupt stack is used until the incoming thread's stack is. They
 * run as nested ones, and save all registers that they change.
 */
    .macro  leave_stack context
    sw      s0, 0(sp)           /* the lowest word, where tools that follow the stack pointer see it */
    mv      \context, sp
    lw      sp, rv32_isr_stack_top
    csrwi   mscratch, STATE_IN_ISR | STATE_NO_SWITCH
    csrsi   mstatus, MSTATUS_MIE
    .endm

    /* At the end of an interrupt, with the registers of a trap saved at sp. */
    .global rv32_switch_threads
    .type rv32_switch_threads, @function
rv32_switch_threads:
    addi    sp, sp, -KEPT_BYTES
    leave_stack a0
    j       save_kept

switch:
    leave_stack t0
    save_trap KEPT_BYTES, t0
    mv      a0, t0
save_kept:
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
    csrrci  t1, mscratch, STATE_IN_ISR
    andi    t1, t1, STATE_NO_SWITCH
    beqz    t1, switch_again
    sc.w    zero, zero, (a0)    /* as in interrupt.S; that word isn't needed any more */
    lw      t0, KEPT_BYTES + TRAP_MEPC(a0)
    lw      t1, KEPT_BYTES + TRAP_MSTATUS(a0)
    csrw    mepc, t0
    csrw    mstatus, t1
    addi    sp, a0, CONTEXT_BYTES
    lw      t0, KEPT_BYTES + 4(a0)
    lw      t1, KEPT_BYTES + 8(a0)
    lw      a1, KEPT_BYTES + 20(a0)
    lw      a0, KEPT_BYTES + 16(a0)
    mret

switch_again:                   /* a switch was requested meanwhile */
    csrwi   mscratch, STATE_IN_ISR | STATE_NO_SWITCH
    csrsi   mstatus, MSTATUS_MIE
    j       switch_from_a0

    .global hal_switch_start
    .type hal_switch_start, @function
hal_switch_start:
    csrci   mstatus, MSTATUS_MIE
    lw      sp, rv32_isr_stack_top
    csrwi   mscratch, STATE_IN_ISR | STATE_NO_SWITCH
    li      a0, 0
    j       switch_from_a0

/* -------- faults: save callee-saved registers on the boot stack, because the faulting stack may be full */

    .type fault, @function
fault:
    csrr    t0, mepc
    sw      t0, KEPT_BYTES + TRAP_MEPC(sp)
    csrr    t0, mstatus
    sw      t0, KEPT_BYTES + TRAP_MSTATUS(sp)
    save_trap KEPT_BYTES, sp
    addi    a0, sp, KEPT_BYTES
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

    /* The lowest of four words for the outermost interrupt. In reach of gp. */
    .section .sdata.rv32_isr_stack_top, "aw", %progbits
    .balign 4
    .global rv32_isr_stack_top
rv32_isr_stack_top:
    .word   rv32_isr_stack_end - 16
