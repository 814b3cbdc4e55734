/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unwinding by call frame information, which is exact at every instruction (DWARF 5, 6.4; .eh_frame, as in
 * the Linux Standard Base, 10.6). cfi.c reads the rows.
 */
#include <hal/context.h>
#include <hal/interrupted.h>
#include <spoor/port/function_entry.h>
#include <spoor/port/unwind.h>
#include "cfi_priv.h"
#include "rv32_priv.h"

extern const uint8_t text_start[], text_end[], ram_start[], ram_end[]; /* from the linker script */

/* Label of interrupt.S to which interrupt handlers return. The word at sp then is the address of the trap's
 * context. */
extern const uint8_t rv32_served[];

static bool in_text(uint32_t address)
{
    return address >= (uint32_t)text_start && address < (uint32_t)text_end;
}

static bool in_ram(uint32_t address, uint32_t bytes)
{
    return address % 4 == 0 && address >= (uint32_t)ram_start && address <= (uint32_t)ram_end - bytes;
}

static uint16_t halfword(uint32_t address)
{
    return *(const uint16_t *)address;
}

/* @return whether the instruction before `address` is a call: C.JAL, C.JALR, JAL or JALR that links to ra */
static bool follows_call(uint32_t address)
{
    if (!in_text(address - 4)) {
        return false;
    }
    uint32_t last = halfword(address - 2), first = halfword(address - 4);
    bool short_call = (last & 0xE003) == 0x2001 || ((last & 0xF07F) == 0x9002 && (last & 0xF80) != 0);
    bool long_call = (first & 0xFFF) == 0x0EF || ((first & 0xFFF) == 0x0E7 && (first & 0x7000) == 0);

    return short_call || long_call;
}

/* Step from a handler to the code that it interrupted, whose registers were saved at `trap`. */
static bool to_interrupted(struct spoor_frame *f, uint32_t trap)
{
    if (!in_ram(trap, TRAP_BYTES)) {
        return false;
    }
    const struct rv32_trap *t = (const struct rv32_trap *)trap;

    f->r[RV32_RA] = t->ra;
    for (unsigned n = 0; n < 8; n++) {
        f->r[10 + n] = t->a0_a7[n];
    }
    f->r[RV32_SP] = trap + TRAP_BYTES;
    f->pc = t->mepc;
    return in_text(f->pc) && f->pc % 2 == 0;
}

#if CONFIG_TRACE_STACKS
bool hal_context_frame(uintptr_t sp, struct spoor_frame *f)
{
    const struct rv32_context *saved = (const struct rv32_context *)sp;

    f->partial = f->lacks = false;
    f->r[8] = saved->s0_s11[0];
    f->r[9] = saved->s0_s11[1];
    for (unsigned n = 2; n < 12; n++) {
        f->r[16 + n] = saved->s0_s11[n];
    }
    return to_interrupted(f, (uint32_t)&saved->trap);
}
#endif

#if CONFIG_TRACE_SAMPLES
_Static_assert(offsetof(struct rv32_trap, mepc) == 4 * RV32_TRAP_MEPC, "must match arch/interrupted.h");

bool hal_interrupted_frame(struct spoor_frame *f)
{
    f->partial = true;
    f->lacks = false;
    return to_interrupted(f, (uint32_t)rv32_interrupted);
}
#endif

/* The registers that calls preserve: s0 to s11. */
#define KEPT (3u << 8 | 0x3FFu << 18)

/* Restore the caller's registers. @return false if the frame is invalid */
static bool pop_frame(struct spoor_frame *f, const struct cfi_row *row)
{
    if (f->partial && (KEPT >> row->cfa_register & 1)) {
        f->lacks = true;
        return false;
    }
    uint32_t sp = f->r[RV32_SP], cfa = f->r[row->cfa_register] + (uint32_t)row->cfa_offset;

    if (cfa < sp || cfa % 4 != 0 || !in_ram(sp, 4)) {
        return false;
    }
    for (unsigned n = 1; n < 32; n++) {
        if (row->saved >> n & 1) {
            uint32_t at = cfa + (uint32_t)row->offset[n];

            if (at < sp || !in_ram(at, 4)) {
                return false;
            }
            f->r[n] = *(const uint32_t *)at;
        }
    }
    f->r[RV32_SP] = cfa;
    return true;
}

/* Step by the tables. Not inlined, so that the quick step saves few registers. */
static __attribute__((noinline)) bool caller(struct spoor_frame *f)
{
    uint32_t at = f->pc & 1 ? f->pc - 3 : f->pc; /* an address within the call instruction */
    struct cfi_row row;

    if (!in_text(at) || !cfi_row_at(at, &row) || !pop_frame(f, &row)) {
        return false;
    }
    cfi_quick_learn(f->pc, &row);
    return true;
}

bool spoor_unwind_step(struct spoor_frame *f)
{
    if (!cfi_quick_step(f, (uint32_t)ram_start, (uint32_t)ram_end) && !caller(f)) {
        return false;
    }
    uint32_t to = spoor_return_address(f->r[RV32_RA]);

    f->r[RV32_RA] = 0; /* consumed: a caller that didn't save ra has no return address */
    if (to == (uint32_t)rv32_served) {
        return in_ram(f->r[RV32_SP], 4) && to_interrupted(f, *(const uint32_t *)f->r[RV32_SP]);
    }
    f->pc = to | 1;
    return to % 2 == 0 && in_text(to) && follows_call(to);
}

uint32_t spoor_function_at(uint32_t address, uint32_t *bytes)
{
    return in_text(address) ? cfi_function_at(address, bytes) : 0;
}

bool spoor_unwind_possible(void)
{
    uint32_t bytes;

    return cfi_function_at((uint32_t)spoor_unwind_possible, &bytes) != 0;
}
