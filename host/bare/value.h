/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is known of a register before an instruction, from the instructions before it in the same block. Only
 * constants are followed, and bits that are set or cleared; any other write makes a value unknown.
 */
#ifndef BARE_VALUE_H
#define BARE_VALUE_H

#include <bare/block.h>

struct value {
    uint64_t known, bits; /**< which bits are known, and what they are */
};

/** Find the value of a register before instruction `n` of a block. */
struct value value_before(enum ending_isa isa, const struct block_code *code, unsigned n, unsigned reg);

/** @return whether no instruction of a block before `n` writes a register */
bool value_is_untouched(enum ending_isa isa, const struct block_code *code, unsigned n, unsigned reg);

/** What a conditional branch at the end of a block tells: a register is 0 if it is taken, or if it isn't. */
struct value_test {
    int reg; /**< -1: it tells nothing */
    bool if_taken;
};

struct value_test value_test_of(enum ending_isa isa, const struct block_code *code);

/** @return whether an IT instruction makes instruction `n` of a block of Thumb conditional */
bool value_is_conditional(enum ending_isa isa, const struct block_code *code, unsigned n);

#endif
