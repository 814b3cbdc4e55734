/* SPDX-License-Identifier: BSD-2-Clause */
/* How the last instruction of a block passes control on, decoded from its bytes. */
#ifndef BARE_ENDING_H
#define BARE_ENDING_H

#include <stdbool.h>
#include <stdint.h>

enum ending_kind {
    ENDING_NEXT,          /**< to the next instruction: the block ends for another reason */
    ENDING_JUMP,          /**< to `target` */
    ENDING_CONDITIONAL,   /**< to `target` or to the next instruction */
    ENDING_CALL,          /**< to `target`, and returns to the next instruction */
    ENDING_INDIRECT,      /**< to an address that isn't in the instruction */
    ENDING_INDIRECT_CALL, /**< the same, and returns to the next instruction */
    ENDING_RETURN,        /**< to the caller. On Arm M-profile it also ends an exception */
    ENDING_EXCEPTION,     /**< back to what an exception interrupted */
};

struct ending {
    enum ending_kind kind;
    uint64_t target;
};

enum ending_isa { ENDING_ARM, ENDING_THUMB, ENDING_A64, ENDING_RV32, ENDING_RV64 };

/**
 * Decode an instruction.
 *
 * @param bytes  its bytes, in the order of memory
 * @param size   2 or 4
 * @param at     its address
 */
struct ending ending_of(enum ending_isa isa, const uint8_t *bytes, unsigned size, uint64_t at);

/**
 * Find the size of an instruction by its bytes. QEMU 7.2 reports the bytes that its translator has read:
 * before the end of a page these are more than the instruction, because it looks whether the next one crosses
 * the end.
 */
unsigned ending_size(enum ending_isa isa, const uint8_t *bytes);

#endif
