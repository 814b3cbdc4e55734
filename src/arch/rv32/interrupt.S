/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupts from a CLINT and a PLIC (RISC-V ACLINT 1.0, 3; RISC-V PLIC 1.0.0, 3 to 9). Each cause has an entry, which
 * saves a few registers, finds the stack, takes the line and sets its level, all with interrupts masked. The rest is
 * done with more urgent lines allowed: they preserve the registers that aren't saved yet, or are restored already.
 *
 * On the stack of interrupts, four words are below the context: its address, the level served before, the source to
 * complete in the PLIC or 0, and one that aligns the stack.
 */
#include <arch/irqctl.h>
#include "rv32_priv.h"

#define BEFORE 4
#define SOURCE 8

    /* Save mepc and four registers, and load rv32_irqctl's address into a0. */
    .macro  begin
    addi    sp, sp, -TRAP_BYTES
    sw      t0, 4(sp)
    sw      a0, 16(sp)
    sw      a1, 20(sp)
    sw      a2, 24(sp)
    csrr    t0, mepc
    sw      t0, TRAP_MEPC(sp)
    csrrsi  t0, mscratch, STATE_IN_ISR
    andi    t0, t0, STATE_IN_ISR
    beqz    t0, 8f
    mv      t0, sp              /* nested, which delays switches: so this is the shorter path */
    addi    sp, sp, -16
    sw      t0, (sp)
9:  la      a0, rv32_irqctl
    .endm

    .macro  begin_outermost
8:  lw      t0, rv32_isr_stack_top
    sw      sp, (t0)
    mv      sp, t0
    j       9b
    .endm

    /* Allow what may interrupt the level at t0. Loads the level before into a1. */
    .macro  allow
    lw      a1, RV32_IRQCTL_CONTEXT(a0)
    lw      a2, 0(t0)
    sw      a2, (a1)            /* the threshold */
    lw      a2, 4(t0)
    csrw    mie, a2
    lw      a1, RV32_IRQCTL_SERVING(a0)
    sw      t0, RV32_IRQCTL_SERVING(a0)
    .endm

    /* Unmask, after a raised line that may not interrupt this level was made to wait. */
    .macro  unmask
    lw      a2, RV32_IRQCTL_RAISED(a0)
    bnez    a2, 7f
6:  csrsi   mstatus, MSTATUS_MIE
    .endm

    .macro  let_wait
7:  bltu    a2, t0, 6b          /* more urgent */
    lw      t0, RV32_IRQCTL_RAISED_WORD(a0)
    lw      a2, RV32_IRQCTL_RAISED_BIT(a0)
    amoor.w zero, a2, (t0)
    sw      a0, RV32_IRQCTL_WAITING(a0)
    sw      zero, RV32_IRQCTL_RAISED(a0)
    lw      t0, RV32_IRQCTL_MSIP(a0)
    sw      zero, (t0)
    j       6b
    .endm

    .macro  function name
    .global \name
    .type   \name, @function
\name:
    .endm

    .macro  restore_most
    lw      ra, 0(t0)
    lw      t1, 8(t0)
    lw      t2, 12(t0)
    lw      a3, 28(t0)
    lw      a4, 32(t0)
    lw      a5, 36(t0)
    lw      a6, 40(t0)
    lw      a7, 44(t0)
    lw      t3, 48(t0)
    lw      t4, 52(t0)
    lw      t5, 56(t0)
    lw      t6, 60(t0)
    .endm

    .section .text.rv32_interrupts, "ax", %progbits

function rv32_software
    begin
    lw      t0, RV32_IRQCTL_RAISED(a0)
    lw      a1, RV32_IRQCTL_MSIP(a0)
    sw      zero, (a1)
    beqz    t0, ignore          /* irqctl_pend() triggered it again after the line was served */
    sw      zero, RV32_IRQCTL_RAISED(a0)
    allow
    lw      a0, RV32_IRQCTL_RAISED_LINE(a0)
    csrsi   mstatus, MSTATUS_MIE
    sw      zero, SOURCE(sp)
    j       serve
    begin_outermost

function rv32_timer
    begin
    lbu     t0, RV32_IRQCTL_LEVEL_OF + RV32_LINE_TIMER(a0)
    add     t0, t0, a0
    allow
    unmask
    li      a0, RV32_LINE_TIMER
    sw      zero, SOURCE(sp)
    j       serve
    let_wait
    begin_outermost

function rv32_external
    begin
    lw      a1, RV32_IRQCTL_CONTEXT(a0)
    lw      a2, 4(a1)           /* claim */
    beqz    a2, ignore          /* the source isn't pending any more */
    add     t0, a0, a2
    lbu     t0, RV32_IRQCTL_LEVEL_OF + RV32_LINE_SOURCE0(t0)
    add     t0, t0, a0
    sw      a2, SOURCE(sp)
    allow
    unmask
    lw      a0, SOURCE(sp)
    addi    a0, a0, RV32_LINE_SOURCE0
    j       serve
    let_wait
    begin_outermost

    /* Serve the line in a0. The level before is in a1. */
    .type   serve, @function
serve:
    sw      a1, BEFORE(sp)
    lw      t0, (sp)
    sw      ra, 0(t0)
    sw      t1, 8(t0)
    sw      t2, 12(t0)
    sw      a3, 28(t0)
    sw      a4, 32(t0)
    sw      a5, 36(t0)
    sw      a6, 40(t0)
    sw      a7, 44(t0)
    sw      t3, 48(t0)
    sw      t4, 52(t0)
    sw      t5, 56(t0)
    sw      t6, 60(t0)
    li      a1, MSTATUS_MPP | MSTATUS_MPIE /* as at each interrupt; other fields are 0 */
    sw      a1, TRAP_MSTATUS(t0)
#if CONFIG_TRACE_SAMPLES
    la      a1, rv32_interrupted
    sw      t0, (a1)
#endif
    call    hal_on_irq
    .global rv32_served
rv32_served:                    /* unwind.c relies on it */
    la      a0, rv32_irqctl
    lw      t0, (sp)
    lw      a1, SOURCE(sp)
    beqz    a1, 1f
    lw      a2, RV32_IRQCTL_CONTEXT(a0)
    sw      a1, 4(a2)           /* complete */
1:  addi    a1, t0, TRAP_SCRATCH
    sc.w    zero, zero, (a1)    /* cancels a reservation of the interrupted code, which must not succeed */
    restore_most
    lw      a1, BEFORE(sp)
    lw      a2, TRAP_MSTATUS(t0)
    csrw    mstatus, a2         /* masks, and undoes what nested interrupts changed */
    lw      a2, 0(a1)
    sw      a1, RV32_IRQCTL_SERVING(a0)
    lw      a1, 4(a1)
    csrw    mie, a1
    lw      a1, RV32_IRQCTL_CONTEXT(a0)
    sw      a2, (a1)            /* the threshold */
    lw      a1, RV32_IRQCTL_RAISED(a0)
    bnez    a1, trigger
    lw      a1, RV32_IRQCTL_WAITING(a0)
    bnez    a1, raise_next
2:  addi    a1, sp, 16
    mv      sp, t0
    beq     a1, t0, 3f          /* nested */
    csrrci  a1, mscratch, STATE_IN_ISR
    andi    a1, a1, STATE_NO_SWITCH
    beqz    a1, rv32_switch_threads
3:  lw      a1, TRAP_MEPC(sp)
    csrw    mepc, a1
    lw      t0, 4(sp)
    lw      a0, 16(sp)
    lw      a1, 20(sp)
    lw      a2, 24(sp)
    addi    sp, sp, TRAP_BYTES
    mret

trigger:                        /* irqctl_pend() was interrupted before it did */
    lw      a1, RV32_IRQCTL_MSIP(a0)
    li      a2, 1
    sw      a2, (a1)
    j       2b

raise_next:
    call    hal_irqctl_raise_next
    lw      t0, (sp)
    restore_most
    j       2b

    /* No switch: if one must happen now, the interrupted thread is about to request it. */
ignore:
    lw      t0, (sp)
    addi    a1, sp, 16
    mv      sp, t0
    beq     a1, t0, 3b
    csrci   mscratch, STATE_IN_ISR
    j       3b
