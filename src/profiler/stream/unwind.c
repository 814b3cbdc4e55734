/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unwinding by the tables of the ARM EHABI (Arm IHI0038, "Exception Handling ABI for the Arm Architecture"):
 * .ARM.exidx says for each function how its caller's registers are found, in 1 to a few bytes of opcodes.
 * Those that integer code has are understood; any other ends the way. Thumb only, as all our code.
 */
#include <stddef.h>
#include <profiler/stack.h>
#include "unwind_priv.h"

#if CONFIG_TRACE_EVENTS

#if CONFIG_TRACE_STACKS

struct index_entry {
    uint32_t function; /* as an offset from here, 31 bits */
    uint32_t what;     /* CANT_UNWIND, opcodes, or such an offset to them */
};

#define CANT_UNWIND 1u
#define IN_LINE     (1u << 31)

extern const struct index_entry exidx_start[], exidx_end[];
extern const uint8_t text_start[], text_end[], data_start[], ram_end[];

/* Opcodes, from a table that has them from the highest byte of a word down. */
struct opcodes {
    const uint32_t *word;
    unsigned shift, left;
};

enum {
    OP_FINISH = 0xB0, /* and what is taken for read past the end */
    OP_POP_LOW = 0xB1,
    OP_MOVE_FAR = 0xB2,
};

static uint32_t offset_31(const uint32_t *at)
{
    return (uint32_t)at + (uint32_t)((int32_t)(*at << 1) >> 1);
}

static bool in_text(uint32_t address)
{
    return address >= (uint32_t)text_start && address < (uint32_t)text_end;
}

/* ------------------------------------------------------------------ tables */

static const struct index_entry *find(uint32_t address)
{
    const struct index_entry *low = exidx_start, *high = exidx_end;

    while (high - low > 1) {
        const struct index_entry *middle = low + (high - low) / 2;

        if (offset_31(&middle->function) <= address) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low < high && offset_31(&low->function) <= address ? low : NULL;
}

static bool opcodes_of(const struct index_entry *e, struct opcodes *ops)
{
    if (e->what == CANT_UNWIND) {
        return false;
    }
    const uint32_t *table = &e->what;

    if (!(e->what & IN_LINE)) {
        uint32_t address = offset_31(&e->what);

        if (!in_text(address) || address % 4 != 0) {
            return false;
        }
        table = (const uint32_t *)address;
    }
    switch (*table >> 24) {
    case 0x80: /* personality 0: three in this word */
        *ops = (struct opcodes){table, 16, 3};
        return true;
    case 0x81: /* personalities 1 and 2: two in this word, and as many words as the byte ahead says */
    case 0x82:
        *ops = (struct opcodes){table, 8, 2 + 4 * (*table >> 16 & 0xFF)};
        return true;
    default: /* that of a language with exceptions */
        return false;
    }
}

static unsigned next_op(struct opcodes *ops)
{
    if (ops->left == 0) {
        return OP_FINISH;
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

/* ------------------------------------------------------------------ one frame */

/* A read outside of RAM reads 0 and spoils the rest: nothing at 0 is a caller. */
static uint32_t load(uint32_t address)
{
    if (address % 4 != 0 || address < (uint32_t)data_start || address > (uint32_t)ram_end - 4) {
        return 0;
    }
    return *(const uint32_t *)address;
}

/* Of a function that was interrupted, maybe ahead of the end of its prologue or in its epilogue. */
struct frame {
    uint32_t floor; /* what is below isn't on the stack, and still in its register */
    bool known;     /* sp is where it belongs: no other register says so, and none may be set up yet */
};

/* Pop the registers of `mask`. */
static void pop(struct trace_registers *regs, uint32_t mask, uint32_t floor)
{
    uint32_t sp = regs->r[TRACE_SP];

    for (unsigned n = 0; mask >> n != 0; n++) {
        if (mask >> n & 1) {
            if (sp >= floor) {
                regs->r[n] = load(sp);
            }
            sp += 4;
        }
    }
    if (!(mask >> TRACE_SP & 1)) {
        regs->r[TRACE_SP] = sp;
    }
}

static uint32_t uleb128(struct opcodes *ops)
{
    uint32_t value = 0;
    unsigned byte = 0x80;

    for (unsigned shift = 0; shift < 28 && (byte & 0x80); shift += 7) {
        byte = next_op(ops);
        value |= (byte & 0x7F) << shift;
    }
    return value;
}

/* Opcodes whose highest bit is set, less the finish. @return false for one that isn't understood */
static bool perform_high(struct trace_registers *regs, unsigned op, struct opcodes *ops,
                         const struct frame *f)
{
    if (op < 0x90) { /* r4 to r15 */
        uint32_t mask = (op << 8 | next_op(ops)) & 0xFFF;

        pop(regs, mask << 4, f->floor);
        return mask != 0; /* 0: refuses to unwind */
    }
    if (op < 0xA0) { /* sp from another register */
        unsigned n = op & 0xF;

        if (n == TRACE_SP || n == TRACE_PC) {
            return false;
        }
        if (!f->known) {
            regs->r[TRACE_SP] = regs->r[n];
        }
        return true;
    }
    if (op < 0xB0) { /* r4 to r4 + n, and lr */
        pop(regs, ((2u << (op & 7)) - 1) << 4 | (op & 8 ? 1u << TRACE_LR : 0), f->floor);
        return true;
    }
    if (op == OP_POP_LOW) { /* r0 to r3 */
        unsigned mask = next_op(ops);

        pop(regs, mask & 0xF, f->floor);
        return mask != 0 && mask < 0x10;
    }
    if (op == OP_MOVE_FAR) {
        regs->r[TRACE_SP] += 0x204 + (uleb128(ops) << 2);
        return true;
    }
    return false;
}

static bool perform(struct trace_registers *regs, struct opcodes *ops, const struct frame *f)
{
    for (unsigned op; (op = next_op(ops)) != OP_FINISH;) {
        uint32_t move = ((op & 0x3F) << 2) + 4;

        if (op < 0x40) {
            regs->r[TRACE_SP] += move;
        } else if (op < 0x80) {
            regs->r[TRACE_SP] -= move;
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

/* Whether there is a call in front of `address` (Armv7-M ARM, A7.7.18 and A7.7.19). */
static bool behind_call(uint32_t address)
{
    if (!in_text(address - 4) || !in_text(address)) {
        return false;
    }
    bool bl = (halfword(address - 4) & 0xF800) == 0xF000 && (halfword(address - 2) & 0xC000) == 0xC000;
    bool blx = (halfword(address - 2) & 0xFF87) == 0x4780;

    return bl || blx;
}

/*
 * Opcodes take down a whole frame. Where only the upper part of it is there yet, or still, the stack pointer
 * goes to where it would be with all of it.
 */
static struct frame complete(struct trace_registers *regs, const struct index_entry *e, struct opcodes ops)
{
    const struct frame whole = {.floor = UINT32_MAX, .known = true};
    struct frame f = {.floor = regs->r[TRACE_SP]};
    uint32_t start = offset_31(&e->function) & ~1u, allocated;
    uint32_t end = e + 1 < exidx_end ? offset_31(&e[1].function) & ~1u : (uint32_t)text_end;

    if (trace_frame_allocated(start, regs->r[TRACE_PC], end, &allocated)) {
        f.known = perform(regs, &ops, &whole);
        regs->r[TRACE_SP] = f.floor + allocated - (regs->r[TRACE_SP] - f.floor);
    }
    return f;
}

static bool caller(struct trace_registers *regs)
{
    uint32_t pc = regs->r[TRACE_PC], at = pc & 1 ? pc - 3 : pc;
    uint32_t sp = regs->r[TRACE_SP];
    struct frame f = {0};
    const struct index_entry *e = in_text(at) ? find(at) : NULL;
    struct opcodes ops;

    if (e == NULL || !opcodes_of(e, &ops)) {
        return false;
    }
    if (!(pc & 1)) {
        f = complete(regs, e, ops);
    }
    regs->r[TRACE_PC] = 0;
    if (!perform(regs, &ops, &f)) {
        return false;
    }
    if (regs->r[TRACE_PC] != 0) { /* popped: an exception came from there; its stack may be any other */
        return true;
    }
    regs->r[TRACE_PC] = regs->r[TRACE_LR];
    regs->r[TRACE_LR] = 0; /* used up: a caller that didn't save its own has none */
    return regs->r[TRACE_SP] >= sp && (regs->r[TRACE_PC] & 1);
}

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'

/* From a handler to what it interrupted: registers lie where the hardware put them (B1.5.6, B1.5.8). */
static bool interrupted(struct trace_registers *regs)
{
    uint32_t exc_return = regs->r[TRACE_PC];
    uint32_t sp = regs->r[TRACE_SP];

    if (exc_return & 4) {
        __asm__ volatile("mrs %0, psp" : "=r"(sp));
    }
    regs->r[TRACE_SP] = sp;
    pop(regs, 0x100F, 0); /* r0 to r3, r12 */
    sp = regs->r[TRACE_SP];
    regs->r[TRACE_LR] = load(sp);
    regs->r[TRACE_PC] = load(sp + 4) & ~1u;
    regs->r[TRACE_SP] = sp + 12 + ((load(sp + 8) >> 9 & 1) ? 4 : 0);
    return in_text(regs->r[TRACE_PC]);
}

static bool is_exc_return(uint32_t pc)
{
    return pc >= 0xFFFFFFF0u;
}

#else

static bool interrupted(struct trace_registers *regs)
{
    (void)regs;
    return false;
}

static bool is_exc_return(uint32_t pc)
{
    (void)pc;
    return false;
}

#endif

bool trace_unwind_step(struct trace_registers *regs)
{
    if (!caller(regs)) {
        return false;
    }
    uint32_t pc = regs->r[TRACE_PC];

    if (is_exc_return(pc)) {
        return interrupted(regs);
    }
    return pc & 1 ? behind_call(pc & ~1u) : pc != 0 && in_text(pc);
}

unsigned trace_unwind(struct trace_registers *regs, uint32_t *addresses, unsigned max)
{
    unsigned n = 0;

    while (n < max && trace_unwind_step(regs)) {
        addresses[n++] = regs->r[TRACE_PC];
    }
    return n;
}

bool trace_unwind_possible(void)
{
    uint32_t here = (uint32_t)trace_unwind_possible & ~1u;
    const struct index_entry *e = find(here);
    struct opcodes ops;

    return e != NULL && opcodes_of(e, &ops);
}

/* What the tables name as their personalities; libgcc's would bring its own unwinder along. */
void __aeabi_unwind_cpp_pr0(void);
void __aeabi_unwind_cpp_pr1(void);
void __aeabi_unwind_cpp_pr2(void);

void __aeabi_unwind_cpp_pr0(void)
{
}

void __aeabi_unwind_cpp_pr1(void)
{
}

void __aeabi_unwind_cpp_pr2(void)
{
}

#else

bool trace_unwind_possible(void)
{
    return false;
}

#endif
#endif
