/* SPDX-License-Identifier: BSD-2-Clause */
/* Call frames: who called the function at a program counter, by the section .debug_frame of DWARF 2 to 5. */
#ifndef CORE_FRAMES_H
#define CORE_FRAMES_H

#include <core/core.h>

/** The call frames of a program, and the registers that they are about. */
struct frames {
    const uint8_t *bytes; /**< .debug_frame; NULL: the program has none */
    size_t size;
    unsigned pc, link, sp; /**< the registers with the pc, the return address and the stack pointer */
};

/** @return the call frames of a program; they are valid as long as it is open */
struct frames frames_of(const struct spoor_elf *elf);

/** @return whether the program lacks call frames that it would have with -g */
bool frames_are_missing(const struct frames *f);

/**
 * Set the registers to those of the caller. The debug information says where they were saved.
 *
 * @param called  the registers are those at a call, so that the pc is an address after the call; false: at
 * any instruction
 * @return false if there is no caller, or if it can't be found: the program has no such information about the
 *         function, or the memory lacks its stack. At the beginning of an exception of a Cortex-M, the pc is
 *         then EXC_RETURN: exceptions.h.
 */
bool frames_up(struct core_registers *r, bool called, const struct frames *f, const struct spoor_memory *m);

#endif
