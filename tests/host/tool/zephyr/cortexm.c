/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads of kernel.h on Cortex-M. */
#include "kernel.h"

#define ICSR       (*(volatile uint32_t *)0xe000ed04)
#define PENDSVSET  (UINT32_C(1) << 28)
#define THUMB_XPSR (UINT32_C(1) << 24)

/* Run on the process stack. */
static void boot(void)
{
#if FLOAT
    *(volatile uint32_t *)0xe000ed88 |= 0xf00000; /* CPACR: the FPU is on */
#endif
    __asm__ volatile("msr psp, %0\n msr control, %1\n isb" : : "r"(0x2000f000), "r"(2) : "memory");
    main();
}

#if SWITCH
struct z_frame_fpu *unused;

/* Save all in a frame on the stack, as if the caller had been interrupted after its call. */
__attribute__((naked)) static void arch_switch(void *to, void **from)
{
    __asm__(
        "push {lr}\n push {r0-r12, lr}\n mov r2, #0x01000000\n push {r2}\n"
#if FLOAT
        "mrs r2, control\n ands r3, r2, #4\n beq 1f\n bic r2, #4\n msr control, r2\n isb\n vmrs r4, fpscr\n"
        "push {r4}\n vpush {s0-s31}\n 1: push {r3}\n"
#endif
        "str sp, [r1]\n mov sp, r0\n"
#if FLOAT
        "pop {r3}\n cbz r3, 2f\n vpop {s0-s31}\n pop {r4}\n vmsr fpscr, r4\n 2:\n"
#endif
        "pop {r2}\n msr apsr_nzcvq, r2\n pop {r0-r12, lr}\n pop {pc}");
}

void arch_swap(void)
{
    struct k_thread *old = choose();

    arch_switch(CURRENT->switch_handle, &old->switch_handle);
    sink++;
}

void new_thread(struct k_thread *t, uintptr_t top, entry_fn entry)
{
    struct z_frame *frame = (struct z_frame *)top - 1;

    frame->u.sw.apsr = THUMB_XPSR;
    frame->u.sw.r0 = (uint32_t)entry;
    frame->u.sw.lr = (uint32_t)finish;
    frame->u.sw.pc = (uint32_t)z_thread_entry | 1;
    t->switch_handle = frame;
}

/* Switch as if by an interrupt. */
void preempt(void)
{
    arch_swap();
}

#else
/* The interrupt comes at once. */
void preempt(void)
{
    ICSR = PENDSVSET;
    is_preempted();
}

void arch_swap(void)
{
    ICSR = PENDSVSET;
    __asm__ volatile("dsb\n isb" : : : "memory");
}

void new_thread(struct k_thread *t, uintptr_t top, entry_fn entry)
{
    struct __basic_sf *frame = (struct __basic_sf *)top - 1;

    frame->a1 = (uint32_t)entry;
    frame->lr = (uint32_t)finish;
    frame->pc = (uint32_t)z_thread_entry & ~1u;
    frame->xpsr = THUMB_XPSR;
    t->callee_saved.psp = (uint32_t)frame;
#if FLOAT
    t->arch.mode_exc_return = 0xfd;
#endif
}

__attribute__((naked)) static void switch_threads(void)
{
    __asm__("ldr r1, =_kernel\n ldr r2, [r1, %[current]]\n mrs ip, psp\n add r0, r2, %[saved]\n"
            "stmia r0, {r4-r11, ip}\n"
#if FLOAT
            "strb lr, [r2, %[exc_return]]\n tst lr, #16\n add r0, r2, %[floats]\n it eq\n vstmiaeq r0, "
            "{s16-s31}\n"
#endif
            "ldr r2, [r1, %[cache]]\n str r2, [r1, %[current]]\n"
#if FLOAT
            "ldrsb lr, [r2, %[exc_return]]\n tst lr, #16\n add r0, r2, %[floats]\n it eq\n vldmiaeq r0, "
            "{s16-s31}\n"
#endif
            "add r0, r2, %[saved]\n ldmia r0, {r4-r11, ip}\n msr psp, ip\n bx lr"
            :
            : [current] OF_KERNEL(cpus[0].current), [cache] OF_KERNEL(ready_q.cache),
#if FLOAT
              [exc_return] OF_THREAD(arch.mode_exc_return), [floats] OF_THREAD(arch.preempt_float),
#endif
              [saved] OF_THREAD(callee_saved));
}
#define PENDSV switch_threads
#endif

#ifndef PENDSV
#define PENDSV boot
#endif
__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    (void *)0x20010000, [1] = (void *)boot, [14] = (void *)PENDSV};
