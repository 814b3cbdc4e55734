/* SPDX-License-Identifier: BSD-2-Clause */
/* Unwind from an M-profile exception handler to the code that it interrupted. */
#include "../thumb/unwind_priv.h"

#ifndef SPOOR_UNWIND_GENERIC

#ifdef SPOOR_STACK_FIND
/*
 * Some kernels set the return address of a thread's first function to 0xFFFFFFFF. It must not be taken for
 * an EXC_RETURN.
 */
static bool is_of_thread(const struct spoor_frame *f)
{
    uint32_t ipsr;

    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return f->thread || ipsr == 0;
}

static void note_thread(struct spoor_frame *f, uint32_t exc_return)
{
    f->thread = (exc_return & 8) != 0;
}
#else
#define is_of_thread(f)            false
#define note_thread(f, exc_return) ((void)0)
#endif

/*
 * The hardware saved r0 to r3, r12, lr, pc and xPSR. If bit 4 of EXC_RETURN is 0, it also saved 18 words of
 * floating point.
 */
bool arm_unwind_exception(struct spoor_frame *f)
{
    uint32_t sp = f->r[ARM_SP];

    uint32_t exc_return = f->r[ARM_PC];

    if (exc_return < 0xFFFFFF80u || is_of_thread(f)) { /* EXC_RETURN (B1.5.8; Armv8-M ARM, B3.20) */
        return false;
    }
    if (exc_return & 4) {
        __asm__ volatile("mrs %0, psp" : "=r"(sp));
    }
    if (sp % 4 != 0 || !arm_stack_holds(f, sp, 32)) {
        return false;
    }
    const uint32_t *saved = (const uint32_t *)sp;

    f->r[0] = saved[0];
    f->r[1] = saved[1];
    f->r[2] = saved[2];
    f->r[3] = saved[3];
    f->r[12] = saved[4];
    f->r[ARM_LR] = saved[5];
    f->r[ARM_PC] = saved[6] & ~1u;
    f->r[ARM_SP] =
        sp + (exc_return & 16 ? 32 : 104) + (saved[7] >> 9 & 1) * 4; /* xPSR bit 9: a word to align */
    note_thread(f, exc_return);
    return arm_in_text(f->r[ARM_PC]);
}

#endif
