/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads of kernel.h on RISC-V. */
#include "kernel.h"

#define MSIP       (*(volatile uint32_t *)0x02000000) /* of the CLINT: a software interrupt */
#define MSTATUS_OF 0x1880                             /* machine mode, interrupts on after mret */

__attribute__((used)) static uint64_t stack_of_main[128];
void z_riscv_thread_start(void);

#define EACH(op, at)                                                                                         \
    op " ra, 4(" at ")\n" op " s0, 8(" at ")\n" op " s1, 12(" at ")\n" op " s2, 16(" at ")\n" op             \
       " s3, 20(" at ")\n" op " s4, 24(" at ")\n" op " s5, 28(" at ")\n" op " s6, 32(" at ")\n" op           \
       " s7, 36(" at ")\n" op " s8, 40(" at ")\n" op " s9, 44(" at ")\n" op " s10, 48(" at ")\n" op          \
       " s11, 52(" at ")\n" op " sp, 0(" at ")\n"

/* Save what a function must keep, and return into the next thread. */
__attribute__((naked)) void z_riscv_switch(struct k_thread *to, struct k_thread *from)
{
    __asm__("addi a2, a1, %[saved]\n" EACH("sw", "a2") "sw a1, %[handle](a1)\n addi a2, a0, %[saved]\n" EACH(
                "lw", "a2") "ret"
            :
            : [saved] OF_THREAD(callee_saved), [handle] OF_THREAD(switch_handle));
}

void arch_swap(void)
{
    struct k_thread *old = choose();

    old->switch_handle = 0;
    z_riscv_switch(CURRENT, old);
    sink++;
}

#define EACH_STACKED(op)                                                                                     \
    op " ra, 0(sp)\n" op " t1, 8(sp)\n" op " t2, 12(sp)\n" op " t3, 16(sp)\n" op " t4, 20(sp)\n" op          \
       " t5, 24(sp)\n" op " t6, 28(sp)\n" op " a0, 32(sp)\n" op " a1, 36(sp)\n" op " a2, 40(sp)\n" op        \
       " a3, 44(sp)\n" op " a4, 48(sp)\n" op " a5, 52(sp)\n" op " a6, 56(sp)\n" op " a7, 60(sp)\n" op        \
       " s0, 72(sp)\n"

/* An interrupt always switches. A new thread begins at z_riscv_thread_start, which has no call frames. */
__attribute__((naked, aligned(4))) void _isr_wrapper(void)
{
    __asm__("addi sp, sp, -%[bytes]\n sw t0, 4(sp)\n" EACH_STACKED(
                "sw") "la s0, _kernel\n csrr t0, mepc\n sw t0, 64(sp)\n csrr t0, mstatus\n sw t0, 68(sp)\n"
                      "li t0, 0x02000000\n sw zero, (t0)\n call choose\n mv a1, a0\n la a0, _kernel\n"
                      "lw a0, %[current](a0)\n sw zero, %[handle](a1)\n call z_riscv_switch\n"
                      ".globl z_riscv_thread_start\n z_riscv_thread_start:\n"
                      "lw t0, 64(sp)\n csrw mepc, t0\n lw t0, 68(sp)\n csrw mstatus, t0\n lw t0, "
                      "4(sp)\n" EACH_STACKED("lw") "addi sp, sp, %[bytes]\n mret"
            :
            : [bytes] "i"(sizeof(struct __esf)), [current] OF_KERNEL(cpus[0].current),
              [handle] OF_THREAD(switch_handle));
}

void new_thread(struct k_thread *t, uintptr_t top, entry_fn entry)
{
    struct __esf *frame = (struct __esf *)top - 1;

    frame->ra = (uintptr_t)finish;
    frame->a0 = (uintptr_t)entry;
    frame->mepc = (uintptr_t)z_thread_entry;
    frame->mstatus = MSTATUS_OF;
    t->callee_saved.sp = (uintptr_t)frame;
    t->callee_saved.ra = (uintptr_t)z_riscv_thread_start;
    t->switch_handle = t;
}

void preempt(void)
{
    MSIP = 1;
    is_preempted();
}

__attribute__((naked, used, section(".begin"))) void _start(void)
{
    __asm__("la sp, stack_of_main + 1024\n la t0, _isr_wrapper\n csrw mtvec, t0\n li t0, 8\n csrw mie, t0\n"
            "csrw mstatus, t0\n j main");
}
