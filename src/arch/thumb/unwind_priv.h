/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the unwinder. */
#ifndef UNWIND_PRIV_H
#define UNWIND_PRIV_H

#include <spoor/port/unwind.h>

/**
 * Determine how many bytes of its stack frame a function has allocated at an instruction.
 *
 * @param start, end  the function's code
 * @param pc          the instruction
 * @param bytes       the number of bytes
 * @return false if unknown, for example in the middle of a long function, where the whole frame exists
 *
 * Context: any.
 */
bool arm_frame_allocated(uint32_t start, uint32_t pc, uint32_t end, uint32_t *bytes);

extern const uint8_t text_start[], text_end[]; /* from the linker script */

/** @return whether `address` is in the image's code. Context: any. */
static inline bool arm_in_text(uint32_t address)
{
    return address >= (uint32_t)text_start && address < (uint32_t)text_end;
}

#ifndef SPOOR_UNWIND_GENERIC
#ifdef SPOOR_STACK_FIND

/** @return whether `bytes` from `address` on are within the used part of a stack. Context: any. */
static inline bool arm_stack_holds(struct spoor_frame *f, uint32_t address, uint32_t bytes)
{
    return (address - f->begin < f->end - f->begin && bytes <= f->end - address) ||
           spoor_stack_find(f, address, bytes);
}

#else

extern const uint8_t ram_start[], ram_end[]; /* from the linker script */

/**
 * @return whether `bytes` from `address` on are in RAM; `bytes` must be less than the size of RAM. Context:
 * any.
 */
static inline bool arm_stack_holds(struct spoor_frame *f, uint32_t address, uint32_t bytes)
{
    (void)f;
    return address - (uint32_t)ram_start <= (uint32_t)(ram_end - ram_start) - bytes;
}

#endif

/**
 * @return the word at `address`, or 0 outside the stack. The 0 ends the walk, because no caller is at 0.
 * Context: any.
 */
static inline uint32_t arm_stack_load(struct spoor_frame *f, uint32_t address)
{
    if (address % 4 != 0 || !arm_stack_holds(f, address, 4)) {
        return 0;
    }
    return *(const uint32_t *)address;
}

#endif

/** Opcodes from a table. The highest byte of a word is first. */
struct arm_opcodes {
    const uint32_t *word;
    unsigned shift, left;
};

#define ARM_OP_FINISH  0xB0 /* also returned when reading past the end */
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
 * Skip floating-point registers, whose values unwinding doesn't need (Arm IHI0038, 10.3, table 4).
 *
 * @return the bytes that the opcode pops; 0 if it is of another kind
 */
static inline uint32_t arm_float_popped(unsigned op, struct arm_opcodes *ops)
{
    switch (op) {
    case 0xB3: /* saved by FSTMX, with an extra word */
        return 8 * ((arm_next_op(ops) & 0xF) + 1) + 4;
    case 0xC8: /* from d16 on */
    case 0xC9:
        return 8 * ((arm_next_op(ops) & 0xF) + 1);
    default:
        break;
    }
    if (op >= 0xB8 && op < 0xC0) { /* from d8 on, saved by FSTMX */
        return 8 * ((op & 7) + 1) + 4;
    }
    return op >= 0xD0 && op < 0xD8 ? 8 * ((op & 7) + 1) : 0; /* from d8 on */
}

/* -------- unwind_quick.c */

/**
 * Step to the caller if the address is cached. The caller isn't checked.
 *
 * @return false if the address isn't cached or its stack isn't in RAM; `regs` is then unchanged
 *
 * Context: any.
 */
bool arm_quick_step(struct spoor_frame *regs);

#define ARM_ALLOCATED_ALL UINT32_MAX

/**
 * Cache the frame at `pc`, unless its opcodes are unusual.
 *
 * @param allocated  the bytes of the frame that exist at `pc`, or ARM_ALLOCATED_ALL
 *
 * Context: any.
 */
void arm_quick_learn(uint32_t pc, struct arm_opcodes ops, uint32_t allocated);

/* -------- unwind_exception.c */

/**
 * Step from a handler to the code that it interrupted, if pc in `f` is an exception return mark.
 *
 * @param f  also changed on failure
 * @return false if pc isn't such a mark, or the interrupted address isn't in the code
 *
 * Context: any.
 */
bool arm_unwind_exception(struct spoor_frame *f);

#endif
