/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unwinding by the tables of the ARM EHABI (Arm IHI0038, "Exception Handling ABI for the Arm
 * Architecture"). For each function .ARM.exidx describes in a few bytes of opcodes how to restore its
 * caller's registers. The opcodes of integer code are implemented, and those that pop floating-point
 * registers. Any other opcode ends the walk. All code must be Thumb.
 */
#include <stddef.h>
#include <spoor/port/function_entry.h>
#include <spoor/port/unwind.h>
#include "unwind_priv.h"

#ifndef SPOOR_UNWIND_GENERIC

struct index_entry {
    uint32_t function; /* 31-bit offset from here */
    uint32_t what;     /* CANT_UNWIND, opcodes, or a 31-bit offset to them */
};

#define CANT_UNWIND 1u
#define IN_LINE     (1u << 31)

extern const struct index_entry exidx_start[], exidx_end[];

#define OP_MOVE_FAR 0xB2

static uint32_t offset_31(const uint32_t *at)
{
    return (uint32_t)at + (uint32_t)((int32_t)(*at << 1) >> 1);
}

/* ------------------------------------------------------------------ tables */

/* @return the function's first address, and that after its last */
static uint32_t start_of(const struct index_entry *e)
{
    return offset_31(&e->function) & ~1u;
}

static uint32_t end_of(const struct index_entry *e)
{
    return e + 1 < exidx_end ? start_of(e + 1) : (uint32_t)text_end;
}

/*
 * Takes the same number of instructions for each address, so that the cost doesn't depend on where the
 * linker places a function.
 */
static __attribute__((noinline)) const struct index_entry *search(uint32_t address)
{
    const struct index_entry *low = exidx_start;

    for (size_t n = (size_t)(exidx_end - low), half; n > 1; n -= half) {
        half = n / 2;
        low += offset_31(&low[half].function) <= address ? half : 0;
    }
    return low < exidx_end && offset_31(&low->function) <= address ? low : NULL;
}

#if CONFIG_TRACE_STACK_CACHE

/* Entries found before, each a single word, so that they need no lock. An address has one place. */
static const struct index_entry *found[8];

static const struct index_entry *find(uint32_t address)
{
    const struct index_entry **place = &found[(address >> 5) % (sizeof found / sizeof found[0])];
    const struct index_entry *e = __atomic_load_n(place, __ATOMIC_RELAXED);

    if (e == NULL || address < start_of(e) || address >= end_of(e)) {
        e = search(address);
        __atomic_store_n(place, e, __ATOMIC_RELAXED);
    }
    return e;
}

#else

static inline const struct index_entry *find(uint32_t address)
{
    return search(address);
}

#endif

static bool opcodes_of(const struct index_entry *e, struct arm_opcodes *ops)
{
    if (e->what == CANT_UNWIND) {
        return false;
    }
    const uint32_t *table = &e->what;

    if (!(e->what & IN_LINE)) {
        table = (const uint32_t *)offset_31(&e->what);
    }
    switch (*table >> 24) {
    case 0x80: /* personality 0: three opcodes in this word */
        *ops = (struct arm_opcodes){table, 16, 3};
        return true;
    case 0x81: /* personalities 1 and 2: two opcodes in this word, and the next byte counts further words */
    case 0x82:
        *ops = (struct arm_opcodes){table, 8, 2 + 4 * (*table >> 16 & 0xFF)};
        return true;
    default: /* a language with exceptions */
        return false;
    }
}

/* ------------------------------------------------------------------ one frame */

/* State of a function that was interrupted, possibly in its prologue or epilogue. */
struct frame {
    uint32_t floor; /* registers below this address aren't on the stack; they still hold their values */
    bool known;     /* sp is known; it isn't replaced by other registers, which may not be set up yet */
};

/* Pop the registers of `mask`. */
static void pop(struct spoor_frame *regs, uint32_t mask, uint32_t floor)
{
    uint32_t sp = regs->r[ARM_SP];

    for (unsigned n = 0; mask >> n != 0; n++) {
        if (mask >> n & 1) {
            if (sp >= floor) {
                regs->r[n] = arm_stack_load(regs, sp);
            }
            sp += 4;
        }
    }
    if (!(mask >> ARM_SP & 1)) {
        regs->r[ARM_SP] = sp;
    }
}

static uint32_t uleb128(struct arm_opcodes *ops)
{
    uint32_t value = 0;
    unsigned byte = 0x80;

    for (unsigned shift = 0; shift < 28 && (byte & 0x80); shift += 7) {
        byte = arm_next_op(ops);
        value |= (byte & 0x7F) << shift;
    }
    return value;
}

/* Perform an opcode with the highest bit set, other than finish. @return false for an unknown opcode */
static bool perform_high(struct spoor_frame *regs, unsigned op, struct arm_opcodes *ops,
                         const struct frame *f)
{
    if (op < 0x90) { /* r4 to r15 */
        uint32_t mask = (op << 8 | arm_next_op(ops)) & 0xFFF;

        pop(regs, mask << 4, f->floor);
        return mask != 0; /* 0 means refuse to unwind */
    }
    if (op < 0xA0) { /* set sp from another register */
        unsigned n = op & 0xF;

        if (n == ARM_SP || n == ARM_PC) {
            return false;
        }
        if (regs->partial && n >= 4 && n < 12) {
            regs->lacks = true;
            return false;
        }
        if (!f->known) {
            regs->r[ARM_SP] = regs->r[n];
        }
        return true;
    }
    if (op < 0xB0) { /* r4 to r4 + n, and lr */
        pop(regs, ((2u << (op & 7)) - 1) << 4 | (op & 8 ? 1u << ARM_LR : 0), f->floor);
        return true;
    }
    if (op == ARM_OP_POP_LOW) { /* r0 to r3 */
        unsigned mask = arm_next_op(ops);

        pop(regs, mask & 0xF, f->floor);
        return mask != 0 && mask < 0x10;
    }
    if (op == OP_MOVE_FAR) {
        regs->r[ARM_SP] += 0x204 + (uleb128(ops) << 2);
        return true;
    }
    uint32_t bytes = arm_float_popped(op, ops);

    regs->r[ARM_SP] += bytes;
    return bytes != 0;
}

static bool perform(struct spoor_frame *regs, struct arm_opcodes *ops, const struct frame *f)
{
    for (unsigned op; (op = arm_next_op(ops)) != ARM_OP_FINISH;) {
        uint32_t move = ((op & 0x3F) << 2) + 4;

        if (op < 0x40) {
            regs->r[ARM_SP] += move;
        } else if (op < 0x80) {
            regs->r[ARM_SP] -= move;
        } else if (!perform_high(regs, op, ops, f)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ calls and interruptions */

static uint16_t halfword(uint32_t address)
{
    return *(const uint16_t *)address;
}

/*
 * @return whether the instruction before `address`, which must be in the code, is a call (Armv7-M ARM,
 * A7.7.18 and A7.7.19)
 */
static bool follows_call(uint32_t address)
{
    if (!arm_in_text(address - 4)) {
        return false;
    }
    bool bl = (halfword(address - 4) & 0xF800) == 0xF000 && (halfword(address - 2) & 0xC000) == 0xC000;
    bool blx = (halfword(address - 2) & 0xFF87) == 0x4780;

    return bl || blx;
}

/*
 * A handler without a prologue, such as one that switches tasks, leaves the return address of its last call
 * in lr. So if a handler was interrupted, lr is only trusted if the call before it is a call of this
 * function.
 */
#ifdef SPOOR_STACK_FIND
static bool is_stale(const struct spoor_frame *f, const struct index_entry *e, uint32_t lr)
{
    uint32_t to = lr & ~1u;

    if (f->thread || f->r[ARM_LR] != lr || !arm_in_text(to) || !arm_in_text(to - 4)) {
        return false; /* lr was saved, or is an EXC_RETURN */
    }
    uint32_t first = halfword(to - 4), second = halfword(to - 2);
    uint32_t s = first >> 10 & 1, j1 = second >> 13 & 1, j2 = second >> 11 & 1;
    uint32_t offset = s << 24 | (uint32_t)(j1 == s) << 23 | (uint32_t)(j2 == s) << 22 |
                      (first & 0x3FF) << 12 | (second & 0x7FF) << 1;

    return (first & 0xF800) != 0xF000 || to + (uint32_t)((int32_t)(offset << 7) >> 7) != start_of(e);
}
#else
#define is_stale(f, e, lr) ((void)(lr), false)
#endif

/*
 * Opcodes remove a whole frame. If only its upper part exists, move the stack pointer to where it would be
 * with the whole frame.
 */
static struct frame complete(struct spoor_frame *regs, const struct index_entry *e, struct arm_opcodes ops)
{
    const struct frame whole = {.floor = UINT32_MAX, .known = true};
    struct frame f = {.floor = regs->r[ARM_SP]};
    uint32_t allocated;

    if (arm_frame_allocated(start_of(e), regs->r[ARM_PC], end_of(e), &allocated)) {
        arm_quick_learn(regs->r[ARM_PC], ops, allocated);
        f.known = perform(regs, &ops, &whole);
        regs->r[ARM_SP] = f.floor + allocated - (regs->r[ARM_SP] - f.floor);
    } else {
        arm_quick_learn(regs->r[ARM_PC], ops, ARM_ALLOCATED_ALL);
    }
    return f;
}

/* Step by the tables. Not inlined, so that the quick step saves few registers. */
static __attribute__((noinline)) bool caller(struct spoor_frame *regs)
{
    uint32_t pc = regs->r[ARM_PC], at = pc & 1 ? pc - 3 : pc;
    uint32_t sp = regs->r[ARM_SP], lr = regs->r[ARM_LR];
    struct frame f = {0};
    const struct index_entry *e = arm_in_text(at) ? find(at) : NULL;
    struct arm_opcodes ops;

    if (e == NULL || !opcodes_of(e, &ops)) {
        return false;
    }
    if (!(pc & 1)) {
        f = complete(regs, e, ops);
    } else {
        arm_quick_learn(pc, ops, ARM_ALLOCATED_ALL);
    }
    regs->r[ARM_PC] = 0;
    if (!perform(regs, &ops, &f)) {
        return false;
    }
    if (regs->r[ARM_PC] != 0) { /* popped: an exception was taken there, and the stack may be anywhere */
        return true;
    }
    if (!(pc & 1) && is_stale(regs, e, lr)) {
        return false;
    }
    regs->r[ARM_PC] = regs->r[ARM_LR];
    regs->r[ARM_LR] = 0; /* consumed: a caller that didn't save lr has no return address */
    return regs->r[ARM_SP] >= sp && (regs->r[ARM_PC] & 1);
}

bool spoor_unwind_step(struct spoor_frame *regs)
{
    if (!arm_quick_step(regs) && !caller(regs)) {
        return false;
    }
    uint32_t pc = regs->r[ARM_PC] = spoor_return_address(regs->r[ARM_PC]);

    if (!arm_in_text(pc)) {
        return arm_unwind_exception(regs);
    }
    return !(pc & 1) || follows_call(pc & ~1u);
}

uint32_t spoor_function_at(uint32_t address, uint32_t *bytes)
{
    const struct index_entry *e = arm_in_text(address) && spoor_unwind_possible() ? find(address) : NULL;

    if (e == NULL) {
        return 0;
    }
    *bytes = end_of(e) - start_of(e);
    return start_of(e);
}

bool spoor_unwind_possible(void)
{
    uint32_t here = (uint32_t)spoor_unwind_possible & ~1u;
    const struct index_entry *e = find(here);
    struct arm_opcodes ops;

    return e != NULL && opcodes_of(e, &ops);
}

#endif
