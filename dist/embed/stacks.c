/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bounds of the memory that the unwinder may read: the used parts of the interrupt stack and of the stack of
 * the task that runs or was interrupted.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_STACKS

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

#endif
#endif
