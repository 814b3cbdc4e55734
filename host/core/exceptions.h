/* SPDX-License-Identifier: BSD-2-Clause */
/* What an exception of a Cortex-M interrupted: the hardware stacked a part of its registers. */
#ifndef CORE_EXCEPTIONS_H
#define CORE_EXCEPTIONS_H

#include <core/core.h>

/** @return whether the registers, of which frames_up() found no caller, are at the return from an exception
 */
bool exception_ends(const struct core_registers *r, const struct spoor_elf *elf);

/**
 * Set the registers, which are at the return from an exception, to those that it interrupted.
 *
 * @param stopped  the registers that the CPU had when it stopped
 * @return NULL, or why they can't be had: text for a message
 */
const char *exception_up(struct core_registers *r, const struct core_registers *stopped,
                         const struct spoor_elf *elf, const struct spoor_memory *m);

#endif
