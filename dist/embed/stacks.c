/* SPDX-License-Identifier: BSD-2-Clause */
/* Which memory the unwinder may read: the stacks' parts in use, of the interrupts and of the task that runs
 * or was interrupted. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_STACKS

#include <spoor/port/unwind.h>
#include "spoor_port.h"

#ifdef SPOOR_STACK_FIND

/* The end of the interrupts' stack: the vector table has it first. A core without VTOR reads 0 there, where
 * its table is (Armv7-M ARM, B3.2.5). */
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

#endif
#endif
