/* SPDX-License-Identifier: BSD-2-Clause */
/* Which instructions may end a run of their block early, decoded from their bytes. */
#ifndef BARE_TRAP_H
#define BARE_TRAP_H

#include <bare/ending.h>

/**
 * Whether an instruction may not lead to the next one of its block: it may cause an exception, or access a
 * device, for which QEMU leaves the block. What always does so ends the block, and counts as either.
 *
 * @param size  2 or 4
 * @return false if it computes only, from registers to registers; true for all that isn't known
 */
bool trap_possible(enum ending_isa isa, const uint8_t *bytes, unsigned size);

#endif
