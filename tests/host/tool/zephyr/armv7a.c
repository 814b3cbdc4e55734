/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads of kernel.h on Arm A32. */
#include "kernel.h"

#define MODE_SYS 0x1f

#if SWITCH
__attribute__((naked)) static void arch_switch(struct k_thread *to, struct k_thread *from)
{
    __asm__("add r2, r1, %[saved]\n stm r2, {r4-r11, sp, lr}\n str r1, [r1, %[handle]]\n"
            "add r2, r0, %[saved]\n ldm r2, {r4-r11, sp, lr}\n bx lr"
            :
            : [saved] OF_THREAD(callee_saved), [handle] OF_THREAD(switch_handle));
}

void arch_swap(void)
{
    struct k_thread *old = choose();

    old->switch_handle = 0;
    arch_switch(CURRENT, old);
    sink++;
}

/* A new thread begins as after an exception. */
__attribute__((naked)) void z_arm_cortex_ar_exit_exc(void)
{
    __asm__("pop {r0-r3, r12, lr}\n rfeia sp!");
}

void preempt(void)
{
    arch_swap();
}

#define HANDLE_SVC "b ."
#define SVC_INPUTS
#else
__attribute__((naked)) void z_arm_cortex_r_svc(void)
{
    __asm__("svc #0\n bx lr");
}

void arch_swap(void)
{
    z_arm_cortex_r_svc();
    sink++;
}

void preempt(void)
{
    __asm__ volatile("svc #0" : : : "memory");
    is_preempted();
}

#define HANDLE_SVC                                                                                           \
    "srsdb sp!, #0x1f\n cps #0x1f\n push {r0-r3, r12, lr}\n sub sp, %[floats]\n"                             \
    "ldr r1, =_kernel\n ldr r2, [r1, %[current]]\n add r2, %[saved]\n stm r2, {r4-r11, sp}\n"                \
    "ldr r2, [r1, %[cache]]\n str r2, [r1, %[current]]\n add r2, %[saved]\n ldm r2, {r4-r11, sp}\n"          \
    "add sp, %[floats]\n pop {r0-r3, r12, lr}\n rfeia sp!"
#define SVC_INPUTS                                                                                           \
    [current] OF_KERNEL(cpus[0].current), [cache] OF_KERNEL(ready_q.cache), [saved] OF_THREAD(callee_saved), \
        [floats] "i"(offsetof(struct __esf, basic))
#endif

void new_thread(struct k_thread *t, uintptr_t top, entry_fn entry)
{
    struct __esf *frame = (struct __esf *)top - 1;

    frame->basic.a1 = (uint32_t)entry;
    frame->basic.lr = (uint32_t)finish;
    frame->basic.pc = (uint32_t)z_thread_entry;
    frame->basic.xpsr = MODE_SYS;
    t->callee_saved.psp = (uint32_t)frame;
#if SWITCH
    t->callee_saved.lr = (uint32_t)z_arm_cortex_ar_exit_exc;
    t->switch_handle = t;
#endif
}

__attribute__((naked)) static void handle_svc(void)
{
    __asm__(HANDLE_SVC : : SVC_INPUTS);
}

/* The exceptions of these boards begin at 0, where their memory isn't RAM; VBAR moves them. */
__attribute__((naked, aligned(32), used)) static void vectors(void)
{
    __asm__("b .\n b .\n b %c0\n b .\n b .\n b .\n b .\n b ." : : "i"(handle_svc));
}

__attribute__((naked, used)) void _start(void)
{
    __asm__("ldr sp, =stack_of_svc + 256\n ldr r0, =%c0\n mcr p15, 0, r0, c12, c0, 0\n cps #0x1f\n"
            "ldr sp, =stack_of_main + 1024\n b main"
            :
            : "i"(vectors));
}

__attribute__((used)) static uint64_t stack_of_svc[32], stack_of_main[128];
