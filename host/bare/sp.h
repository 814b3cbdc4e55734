/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses to the stack, decoded from the bytes of instructions. */
#ifndef BARE_SP_H
#define BARE_SP_H

#include <bare/ending.h>

/** @return whether an instruction accesses memory by the stack pointer: it may store */
bool sp_accesses(enum ending_isa isa, const uint8_t *bytes, unsigned size);

/** What an instruction of Thumb does to the stack pointer. */
struct sp_change {
    bool lost;      /**< it may have any value then */
    int32_t change; /**< in bytes */
    bool pushes;    /**< it stores from the new stack pointer on */
};

struct sp_change sp_change_of(const uint8_t *bytes, unsigned size);

/** @return the register into which an instruction of Thumb reads the stack pointer of threads, or -1 */
int sp_reads_psp(const uint8_t *bytes, unsigned size);

/** @return the register by which an instruction of Thumb stores several others below, or -1 */
int sp_saves_by(const uint8_t *bytes, unsigned size);

#endif
