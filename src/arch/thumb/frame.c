/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Determine how much of its frame a function has allocated when it is interrupted at an arbitrary
 * instruction. Unwind tables don't contain this: they hold between the prologue and the epilogue. So this
 * code decodes Thumb and Thumb-2 instructions (Armv7-M ARM, A5 and A7.7). Every path to an instruction, or
 * from it to the return, moves the stack pointer equally, so any path will do. The path without taken
 * branches is the easiest to follow.
 */
#include "unwind_priv.h"

#ifndef SPOOR_UNWIND_GENERIC

enum { SP = 13, PC = 15 };

enum kind {
    PLAIN,  /* continues with the next instruction; includes calls and conditional branches */
    RETURN, /* a return, or another jump that may leave the function */
    JUMP,   /* a jump to `target` */
    OPAQUE, /* changes the stack pointer by an unknown amount */
};

struct instruction {
    enum kind kind;
    int32_t allocates; /* in bytes; negative if it frees them */
    uint32_t bytes;
    uint32_t target;
};

static uint32_t halfword(uint32_t address)
{
    return *(const uint16_t *)address;
}

/* Sign-extend the low `bits`. */
static int32_t extend(uint32_t value, unsigned bits)
{
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

static int32_t words(uint32_t registers)
{
    return 4 * __builtin_popcount(registers);
}

static void decode_16(struct instruction *i, uint32_t at, uint32_t op)
{
    if ((op & 0xFE00) == 0xB400) { /* PUSH */
        i->allocates = words(op & 0x1FF);
    } else if ((op & 0xFE00) == 0xBC00) { /* POP */
        i->allocates = -words(op & 0x1FF);
        i->kind = op & 0x100 ? RETURN : PLAIN;
    } else if ((op & 0xFF00) == 0xB000) { /* ADD and SUB (immediate) */
        i->allocates = (int32_t)(op & 0x7F) * (op & 0x80 ? 4 : -4);
    } else if ((op & 0xFD87) == 0x4485 || (op & 0xFF87) == 0x4487) { /* MOV and ADD to sp; ADD to pc */
        i->kind = OPAQUE;
    } else if ((op & 0xFF87) == 0x4700 || (op & 0xFF87) == 0x4687) { /* BX, MOV to pc */
        i->kind = RETURN;
    } else if ((op & 0xF800) == 0xE000) { /* B */
        i->kind = JUMP;
        i->target = at + 4 + (uint32_t)extend(op << 1, 12);
    }
}

/* Decode the immediate of the plain or the rotated form (A5.3.2). @return 0 for other forms */
static uint32_t immediate(uint32_t first, uint32_t second)
{
    uint32_t imm12 = (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | (second & 0xFF);
    uint32_t rotate = imm12 >> 7, value = imm12 & 0xFF;

    if (first & 0x0200) { /* ADDW, SUBW */
        return imm12;
    }
    if (rotate < 8) {
        return imm12 < 0x100 ? value : 0;
    }
    value |= 0x80;
    return value >> rotate | value << (32 - rotate);
}

static void decode_add_sub(struct instruction *i, uint32_t first, uint32_t second)
{
    uint32_t op = first & 0xFBEF; /* without the top bit of the immediate and the S bit */
    uint32_t value = immediate(first, second);

    if ((op != 0xF10D && op != 0xF1AD && op != 0xF20D && op != 0xF2AD) || value == 0) {
        i->kind = OPAQUE;
    } else {
        i->allocates = op & 0xA0 ? (int32_t)value : -(int32_t)value;
    }
}

static void decode_branch(struct instruction *i, uint32_t at, uint32_t first, uint32_t second)
{
    uint32_t s = first >> 10 & 1, j1 = second >> 13 & 1, j2 = second >> 11 & 1;
    uint32_t offset = s << 24 | (uint32_t)(j1 == s) << 23 | (uint32_t)(j2 == s) << 22 |
                      (first & 0x3FF) << 12 | (second & 0x7FF) << 1;

    i->kind = JUMP;
    i->target = at + 4 + (uint32_t)extend(offset, 25);
}

static void decode_32(struct instruction *i, uint32_t at, uint32_t first, uint32_t second)
{
    unsigned rt = second >> 12, rd = second >> 8 & 0xF, index = second >> 8 & 0xF;
    int32_t imm8 = (int32_t)(second & 0xFF);

    if (first == 0xE92D || first == 0xE8BD) { /* PUSH, POP */
        i->allocates = first == 0xE92D ? words(second) : -words(second);
        i->kind = first == 0xE8BD && rt & 8 ? RETURN : PLAIN;
    } else if (first == 0xF84D && index == 0xD) { /* STR below sp, with writeback */
        i->allocates = imm8;
    } else if (first == 0xF85D && index == 0xB) { /* LDR from sp, with sp incremented after it */
        i->allocates = -imm8;
        i->kind = rt == PC ? RETURN : PLAIN;
    } else if (((first & 0xFFBF) == 0xED2D || (first & 0xFFBF) == 0xECBD) && (second & 0xE00) == 0xA00) {
        i->allocates = (first & 0x100 ? 4 : -4) * imm8; /* VPUSH and VPOP of imm8 words */
    } else if (first == 0xE96D || first == 0xE8FD) {    /* STRD and LDRD, with writeback */
        i->allocates = first == 0xE96D ? 4 * imm8 : -4 * imm8;
    } else if ((first & 0xF800) == 0xF000 && rt < 8 && rd == SP) { /* data processing (immediate) */
        decode_add_sub(i, first, second);
    } else if ((first & 0xFE00) == 0xEA00 && rd == SP) { /* data processing (register) */
        i->kind = OPAQUE;
    } else if (((first & 0xFFF0) == 0xE8D0 && rt == PC && rd == 0) ||
               ((first & 0xFF70) == 0xF850 && rt == PC)) {
        i->kind = OPAQUE;                                                   /* TBB, TBH, LDR to pc */
    } else if ((first & 0xF800) == 0xF000 && (second & 0xD000) == 0x9000) { /* B */
        decode_branch(i, at, first, second);
    }
}

static struct instruction decode(uint32_t at)
{
    struct instruction i = {.kind = PLAIN, .bytes = 2};
    uint32_t first = halfword(at);

    if (first < 0xE800) {
        decode_16(&i, at, first);
    } else {
        i.bytes = 4;
        decode_32(&i, at, first, halfword(at + 2));
    }
    return i;
}

/* Sum up allocations from the start of the function to `pc`. @return false if a jump intervenes */
static bool allocated_before(uint32_t start, uint32_t pc, int32_t *bytes)
{
    *bytes = 0;
    while (start < pc) {
        struct instruction i = decode(start);

        if (i.kind != PLAIN) {
            return false;
        }
        *bytes += i.allocates;
        start += i.bytes;
    }
    return start == pc;
}

/*
 * Sum up the bytes freed from `pc` to the function's exit. @return false if the exit is too far or can't be
 * determined
 */
static bool freed_until_exit(uint32_t start, uint32_t pc, uint32_t end, int32_t *bytes)
{
    enum { EPILOGUE_INSTRUCTIONS = 16 };

    *bytes = 0;
    for (unsigned n = 0; n < EPILOGUE_INSTRUCTIONS && pc >= start && pc < end; n++) {
        struct instruction i = decode(pc);

        if (i.kind == OPAQUE) {
            return false;
        }
        *bytes -= i.allocates;
        if (i.kind == RETURN || (i.kind == JUMP && (i.target < start || i.target >= end))) {
            return true;
        }
        pc = i.kind == JUMP ? i.target : pc + i.bytes;
    }
    return false;
}

bool arm_frame_allocated(uint32_t start, uint32_t pc, uint32_t end, uint32_t *bytes)
{
    enum { PROLOGUE_BYTES = 64 };
    int32_t found;

    if (pc - start <= PROLOGUE_BYTES && allocated_before(start, pc, &found)) {
        *bytes = (uint32_t)found;
        return found >= 0;
    }
    if (freed_until_exit(start, pc, end, &found)) {
        *bytes = (uint32_t)found;
        return found >= 0;
    }
    return false;
}

#endif
