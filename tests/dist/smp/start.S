/* SPDX-License-Identifier: BSD-2-Clause */
/* Start of each core, and its traps. A trap saves all registers on the task's stack and restores those of the
 * next task from its stack. QEMU's RAM is zero, so .bss needs no clearing. */
#define FRAME 128

    .macro each_register op
    \op x1, 8(sp)
    .irp n, 5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    \op x\n, 4*\n(sp)
    .endr
    .endm

    .section .start, "ax"
    .global _start
_start:
    .option push
    .option norelax
    la      gp, __global_pointer$
    .option pop
    csrw    mie, zero
    csrr    s0, mhartid
    la      sp, standin_trap_stacks
    addi    t0, s0, 1
    slli    t0, t0, 12
    add     sp, sp, t0
    bnez    s0, further
    la      a0, data_start
    la      a1, data_load
    la      a2, data_end
    sub     a2, a2, a0
    call    memcpy
    call    main
1:  j       1b
further:
    la      t1, standin_started
2:  lw      t0, 0(t1)
    beqz    t0, 2b
    fence

    .global standin_first
standin_first: /* this core's first task */
    la      t0, trap
    csrw    mtvec, t0
    csrw    mscratch, zero
    li      t0, 0x88 /* enables timer and software interrupts */
    csrw    mie, t0
    csrr    s0, mhartid
    la      t0, pxCurrentTCBs
    slli    t1, s0, 2
    add     s1, t0, t1
    j       restore

    .align 4
trap:
    addi    sp, sp, -FRAME
    each_register sw
    csrr    t0, mepc
    sw      t0, 0(sp)
    csrr    t0, mstatus
    sw      t0, 4(sp)
    csrr    s0, mhartid
    la      t0, pxCurrentTCBs
    slli    t1, s0, 2
    add     s1, t0, t1
    lw      t0, 0(s1)
    sw      sp, 0(t0)
    csrr    a0, mcause
    mv      a1, sp
    li      t0, 1 /* in an interrupt */
    csrw    mscratch, t0
    la      sp, standin_trap_stacks
    addi    t0, s0, 1
    slli    t0, t0, 12
    add     sp, sp, t0
    call    standin_trap
    csrw    mscratch, zero
restore:
    lw      t0, 0(s1)
    lw      sp, 0(t0)
    lw      t0, 0(sp)
    csrw    mepc, t0
    lw      t0, 4(sp)
    csrw    mstatus, t0
    each_register lw
    addi    sp, sp, FRAME
    mret

    .section .text.standin_semihost, "ax"
    .option norelax
    .option norvc
    .balign 16
    .global standin_semihost
standin_semihost: /* RISC-V Semihosting, 2 */
    slli    zero, zero, 0x1f
    ebreak
    srai    zero, zero, 7
    ret
