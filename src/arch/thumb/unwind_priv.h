/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the unwinder. */
#ifndef UNWIND_PRIV_H
#define UNWIND_PRIV_H

#include <spoor/port/unwind.h>

/**
 * How many bytes of the stack a function has allocated when it reaches an instruction.
 *
 * @param start, end  the function's code
 * @param pc          the instruction
 * @return false when that isn't known, as in the middle of a long function, where it's the whole frame
 *
 * Context: any.
 */
bool arm_frame_allocated(uint32_t start, uint32_t pc, uint32_t end, uint32_t *bytes);

extern const uint8_t text_start[], text_end[]; /* by the linker */

/** @return whether `address` is in the image's code. Context: any. */
static inline bool arm_in_text(uint32_t address)
{
    return address >= (uint32_t)text_start && address < (uint32_t)text_end;
}

#ifndef SPOOR_UNWIND_GENERIC
#ifdef SPOOR_STACK_FIND

/** @return whether `bytes` from `address` on are in use on a stack. Context: any. */
static inline bool arm_stack_holds(struct spoor_frame *f, uint32_t address, uint32_t bytes)
{
    return (address - f->begin < f->end - f->begin && bytes <= f->end - address) ||
           spoor_stack_find(f, address, bytes);
}

#else

extern const uint8_t ram_start[], ram_end[]; /* by the linker */

/** @return whether `bytes` from `address` on, less than RAM has, are in RAM. Context: any. */
static inline bool arm_stack_holds(struct spoor_frame *f, uint32_t address, uint32_t bytes)
{
    (void)f;
    return address - (uint32_t)ram_start <= (uint32_t)(ram_end - ram_start) - bytes;
}

#endif

/** @return the word at `address`; 0 outside of the stack, which ends the walk: nothing at 0 is a caller.
 * Context: any. */
static inline uint32_t arm_stack_load(struct spoor_frame *f, uint32_t address)
{
    if (address % 4 != 0 || !arm_stack_holds(f, address, 4)) {
        return 0;
    }
    return *(const uint32_t *)address;
}

#endif

/** Opcodes, from a table that has them from the highest byte of a word down. */
struct arm_opcodes {
    const uint32_t *word;
    unsigned shift, left;
};

#define ARM_OP_FINISH  0xB0 /* also the result of a read past the end */
#define ARM_OP_POP_LOW 0xB1

static inline unsigned arm_next_op(struct arm_opcodes *ops)
{
    if (ops->left == 0) {
        return ARM_OP_FINISH;
    }
    unsigned op = *ops->word >> ops->shift & 0xFF;

    ops->left--;
    if (ops->shift == 0) {
        ops->word++;
        ops->shift = 32;
    }
    ops->shift -= 8;
    return op;
}

/**
 * Registers of floating point, whose values no caller needs (Arm IHI0038, 10.3, table 4).
 *
 * @return the bytes that the opcode pops; 0 for one of another kind
 */
static inline uint32_t arm_float_popped(unsigned op, struct arm_opcodes *ops)
{
    switch (op) {
    case 0xB3: /* as FSTMX saves them, with a word more */
        return 8 * ((arm_next_op(ops) & 0xF) + 1) + 4;
    case 0xC8: /* d16 and up */
    case 0xC9:
        return 8 * ((arm_next_op(ops) & 0xF) + 1);
    default:
        break;
    }
    if (op >= 0xB8 && op < 0xC0) { /* from d8 on, by FSTMX */
        return 8 * ((op & 7) + 1) + 4;
    }
    return op >= 0xD0 && op < 0xD8 ? 8 * ((op & 7) + 1) : 0; /* from d8 on */
}

/* -------- unwind_quick.c */

/**
 * Go from a return address that is remembered to its caller, less the check of the caller.
 *
 * @return false when it isn't remembered, or its stack isn't in RAM: nothing is done. Context: any.
 */
bool arm_quick_step(struct spoor_frame *regs);

/** Remember the frame of `pc`, which is after its prologue, unless its opcodes are unusual. Context: any. */
void arm_quick_learn(uint32_t pc, struct arm_opcodes ops);

/* -------- unwind_exception.c */

/**
 * Go from a handler to the code that it interrupted, when `f` has the mark of an exception's return in pc.
 *
 * @param f  changed, also on failure
 * @return false when pc is no such mark, or where it led to isn't code
 *
 * Context: any.
 */
bool arm_unwind_exception(struct spoor_frame *f);

#endif
