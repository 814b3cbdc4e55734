/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bounds of the memory that the unwinder may read: the used parts of the interrupt stack and of the stack of
 * the task that runs or was interrupted.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_STACKS

#include <spoor/port/port.h>
#include <spoor/port/unwind.h>
#include "spoor_port.h"

#ifdef SPOOR_STACK_FIND

/*
 * The end of the interrupt stack is the vector table's first entry. On a core without VTOR the register reads
 * as 0, which is the address of its table (Armv7-M ARM, B3.2.5).
 */
#ifndef SPOOR_MAIN_STACK_END
#define SPOOR_MAIN_STACK_END (**(const uint32_t *const volatile *)0xE000ED08u)
#endif

bool spoor_stack_find(struct spoor_frame *f, uint32_t address, uint32_t bytes)
{
    struct spoor_stack task = {0, 0};
    uint32_t msp, psp;

    __asm__ volatile("mrs %0, msp\n\tmrs %1, psp" : "=r"(msp), "=r"(psp));
    f->begin = msp;
    f->end = SPOOR_MAIN_STACK_END;
    if (address < msp || address >= f->end) {
        spoor_port_stack(spoor_interrupted_thread(), &task);
        f->begin = psp;
        f->end = psp >= task.begin && psp < task.end ? task.end : psp;
    }
    return address >= f->begin && address < f->end && bytes <= f->end - address;
}

/*
 * What an interrupt and a switch may push on a task's stack, and a kernel's mark at its end: with floating
 * point 26 words by the hardware and 16 by the kernel, without it 8 words by the hardware; a word of
 * alignment, 11 words by the kernel, and 5 of the mark.
 */
#ifdef __ARM_FP
#define KEPT ((26 + 16 + 1 + 11 + 5) * 4)
#else
#define KEPT ((8 + 1 + 11 + 5) * 4)
#endif

/* The room on the interrupt stack isn't known. */
uintptr_t spoor_port_stack_low(void)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    struct spoor_stack task = {0, 0};

    spoor_port_stack(spoor_interrupted_thread(), &task);
    return here - task.begin < task.end - task.begin ? task.begin + KEPT : 0;
}

#ifdef __ARM_FP
__attribute__((weak)) uint32_t spoor_port_saved(const struct trace_thread *t)
{
    (void)t;
    return 0;
}
#endif

/*
 * @return the bytes of the frame at `psp` that the hardware stacked for the outgoing task, or 0 if unknown.
 * With floating point in it, the kernel has saved 16 more registers below.
 */
static uint32_t stacked_bytes(uint32_t psp)
{
#ifdef __ARM_FP
    uint32_t saved = spoor_port_saved(spoor_interrupted_thread());

    return saved == 0 || saved > psp ? 0 : psp - saved < (8 + 16) * 4 ? 32 : 104;
#else
    (void)psp;
    return 32;
#endif
}

#define PENDSV 14

/* A kernel switches in PendSV. Until it has the next task's registers, PSP is the outgoing task's. */
bool spoor_port_outgoing(struct spoor_frame *f)
{
    uint32_t psp, ipsr, bytes;

    __asm__ volatile("mrs %0, psp\n\tmrs %1, ipsr" : "=&r"(psp), "=r"(ipsr));
    if (ipsr != PENDSV || !spoor_stack_find(f, psp, 32) || (bytes = stacked_bytes(psp)) == 0) {
        return false;
    }
    const uint32_t *word = (const uint32_t *)psp; /* r0 to r3, r12, lr, pc, xPSR (Armv7-M ARM, B1.5.6) */

    /* Without r4 to r11 the walk ends at a function whose frame needs one of them. */
    spoor_frame_set(f, word[6] & ~1u, psp + bytes + (word[7] >> 9 & 1) * 4, 0);
    f->r[ARM_LR] = word[5];
    f->thread = true;
    return true;
}

#endif
#endif
