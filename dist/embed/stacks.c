/* SPDX-License-Identifier: BSD-2-Clause */
/* Which memory the unwinder may read: the stacks' parts in use, of the interrupts and of the task that runs
 * or was interrupted. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_STACKS

#include <spoor/port/unwind.h>
#include "spoor_port.h"

#ifdef SPOOR_STACK_HOLDS

/* The end of the interrupts' stack: the vector table has it first. A core without VTOR reads 0 there, where
 * its table is (Armv7-M ARM, B3.2.5). */
#ifndef SPOOR_MAIN_STACK_END
#define SPOOR_MAIN_STACK_END (**(const uint32_t *const volatile *)0xE000ED08u)
#endif

static bool lies_in(uint32_t address, uint32_t bytes, uint32_t from, uint32_t end)
{
    return address >= from && address < end && bytes <= end - address;
}

bool spoor_stack_holds(uint32_t address, uint32_t bytes)
{
    struct spoor_stack task = {0, 0};
    uint32_t msp, psp;

    __asm__ volatile("mrs %0, msp\n\tmrs %1, psp" : "=r"(msp), "=r"(psp));
    if (lies_in(address, bytes, msp, SPOOR_MAIN_STACK_END)) {
        return true;
    }
    spoor_port_stack(spoor_interrupted_thread(), &task);
    return psp >= task.begin && lies_in(address, bytes, psp, task.end);
}

#endif
#endif
