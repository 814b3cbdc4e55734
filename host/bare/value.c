/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes of registers, decoded for Thumb, Arm, A64 and RISC-V: Arm ARM for ARMv7-A/R (DDI0406) A5 and A6, for
 * ARMv8-A (DDI0487) C4, RISC-V unprivileged specification 2 and 16. Where the encoding of an instruction
 * isn't looked at closely, all registers that it may write count as written.
 */
#include <bare/value.h>

#define ALL UINT64_MAX

enum change {
    CHANGE_UNKNOWN,
    CHANGE_SET, /* to the operand */
    CHANGE_OR,  /* the source with the operand */
    CHANGE_AND,
    CHANGE_ADD,
    CHANGE_COPY,
};

/* What an instruction does to registers. */
struct write {
    uint64_t registers; /* a bit each */
    enum change change;
    unsigned source;
    uint64_t operand;
};

static uint64_t one(unsigned reg)
{
    return UINT64_C(1) << (reg & 63);
}

static unsigned bits(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & (UINT32_MAX >> (31 - (high - low)));
}

static struct write unknown(uint64_t registers)
{
    return (struct write){.registers = registers};
}

static struct write changed(unsigned to, enum change change, unsigned source, uint64_t operand)
{
    return (struct write){one(to), change, source, operand};
}

/* ------------------------------------------------------------------ Thumb */

static struct write thumb_data(uint32_t w)
{
    unsigned operation = bits(w, 9, 6), high = bits(w, 7, 7) << 3 | bits(w, 2, 0);

    if (w >> 10 == 0x10) { /* TST, CMP and CMN write none */
        return unknown(operation == 8 || operation == 10 || operation == 11 ? 0 : one(bits(w, 2, 0)));
    }
    switch (bits(w, 9, 8)) {
    case 0:
        return unknown(one(high));
    case 2:
        return changed(high, CHANGE_COPY, bits(w, 6, 3), 0);
    default:
        return unknown(0); /* CMP; branches end a block */
    }
}

static struct write thumb_misc(uint32_t w)
{
    switch (bits(w, 11, 8)) {
    case 2:
    case 10:
        return unknown(one(bits(w, 2, 0)));
    case 12:
    case 13:
        return unknown(bits(w, 7, 0));
    case 14:
        return unknown(ALL); /* a breakpoint may be a call of semihosting */
    default:
        return unknown(0);
    }
}

static struct write thumb_16(uint32_t w)
{
    unsigned low = bits(w, 2, 0), middle = bits(w, 10, 8);

    switch (w >> 12) {
    case 0:
    case 1:
        return w >> 6 == 0 ? changed(low, CHANGE_COPY, bits(w, 5, 3), 0) : unknown(one(low));
    case 2:
        return bits(w, 11, 11) != 0 ? unknown(0) : changed(middle, CHANGE_SET, 0, bits(w, 7, 0));
    case 3:
        return unknown(one(middle));
    case 4:
        return bits(w, 11, 11) != 0 ? unknown(one(middle)) : thumb_data(w);
    case 5:
        return unknown(bits(w, 11, 9) < 3 ? 0 : one(low));
    case 6:
    case 7:
    case 8:
        return unknown(bits(w, 11, 11) != 0 ? one(low) : 0);
    case 9:
        return unknown(bits(w, 11, 11) != 0 ? one(middle) : 0);
    case 10:
        return unknown(one(middle));
    case 11:
        return thumb_misc(w);
    case 12:
        return unknown(one(middle) | (bits(w, 11, 11) != 0 ? bits(w, 7, 0) : 0));
    default:
        return unknown(0);
    }
}

/* The constants of Thumb: DDI0406, A6.3.2. */
static uint32_t expand(uint32_t first, uint32_t second)
{
    uint32_t imm = bits(first, 10, 10) << 11 | bits(second, 14, 12) << 8 | bits(second, 7, 0);
    uint32_t byte = imm & 0xff, rotation = imm >> 7;

    if (imm >> 10 != 0) {
        uint32_t value = 0x80 | (imm & 0x7f);

        return value >> rotation | value << (32 - rotation);
    }
    static const uint32_t patterns[] = {1, 0x00010001, 0x01000100, 0x01010101};

    return byte * patterns[imm >> 8 & 3];
}

static struct write thumb_32(uint32_t first, uint32_t second)
{
    unsigned to = bits(second, 11, 8), source = bits(first, 3, 0);
    uint32_t operand = expand(first, second);

    if (bits(first, 15, 11) == 0x1e && bits(second, 15, 15) != 0) {
        return unknown((first & 0xffe0) == 0xf3e0 ? one(to) : 0); /* MRS; MSR and barriers write none */
    }
    switch (first & 0xfbe0) {
    case 0xf020:
        return changed(to, CHANGE_AND, source, ~operand);
    case 0xf040:
        return source == 15 ? changed(to, CHANGE_SET, 0, operand) : changed(to, CHANGE_OR, source, operand);
    case 0xf060:
        return source == 15 ? changed(to, CHANGE_SET, 0, ~operand & UINT32_MAX) : unknown(one(to));
    default:
        break;
    }
    if ((first & 0xfbf0) == 0xf240) { /* MOVW */
        return changed(to, CHANGE_SET, 0,
                       source << 12 | bits(first, 10, 10) << 11 | bits(second, 14, 12) << 8 |
                           bits(second, 7, 0));
    }
    if (bits(first, 15, 9) == 0x74) { /* LDM, STM, LDRD … */
        return unknown(one(source) | (second & 0xffff));
    }
    return unknown(one(source) | one(bits(second, 15, 12)) | one(to) | one(bits(second, 3, 0)));
}

/* ------------------------------------------------------------------ Arm */

static struct write arm_data(uint32_t w)
{
    unsigned to = bits(w, 15, 12), source = bits(w, 19, 16), rotation = 2 * bits(w, 11, 8);
    uint32_t byte = bits(w, 7, 0),
             operand = rotation == 0 ? byte : byte >> rotation | byte << (32 - rotation);

    switch (bits(w, 27, 21)) {
    case 0x1d:
        return changed(to, CHANGE_SET, 0, operand);
    case 0x1f:
        return changed(to, CHANGE_SET, 0, ~operand);
    case 0x1c:
        return changed(to, CHANGE_OR, source, operand);
    case 0x1e:
        return changed(to, CHANGE_AND, source, ~operand);
    case 0x18:
        return bits(w, 20, 20) == 0 ? changed(to, CHANGE_SET, 0, source << 12 | bits(w, 11, 0))
                                    : unknown(one(to));
    case 0x0d:
        return bits(w, 11, 4) == 0 ? changed(to, CHANGE_COPY, bits(w, 3, 0), 0) : unknown(one(to));
    default:
        return unknown(one(to) | one(source));
    }
}

static struct write arm(uint32_t w)
{
    if (w >> 28 == 15) {
        return unknown(0); /* CPS, barriers, PLD; branches end a block */
    }
    struct write all =
        unknown(one(bits(w, 15, 12)) | one(bits(w, 19, 16)) |
                (bits(w, 27, 25) == 4 ? w & 0xffff : one(bits(w, 3, 0)) | one(bits(w, 11, 8))));

    return w >> 28 == 14 && bits(w, 27, 26) == 0 ? arm_data(w) : all;
}

/* ------------------------------------------------------------------ A64 */

static struct write a64(uint32_t w)
{
    unsigned to = bits(w, 4, 0);

    if (bits(w, 30, 23) == 0xa5) { /* MOVZ */
        return changed(to, CHANGE_SET, 0, (uint64_t)bits(w, 20, 5) << 16 * bits(w, 22, 21));
    }
    if ((w & 0x7fe0ffe0) == 0x2a0003e0) { /* MOV */
        return changed(to, CHANGE_COPY, bits(w, 20, 16), 0);
    }
    return unknown(one(to) | one(bits(w, 9, 5)) | one(bits(w, 14, 10)) | one(bits(w, 20, 16)));
}

/* ------------------------------------------------------------------ RISC-V */

static uint64_t extend(uint32_t value, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);

    return (value ^ sign) - sign;
}

static struct write riscv_16(uint32_t w)
{
    unsigned to = bits(w, 11, 7), function = bits(w, 15, 13);
    uint64_t operand = extend(bits(w, 12, 12) << 5 | bits(w, 6, 2), 6);

    if ((w & 3) == 1) {
        switch (function) {
        case 0: /* C.ADDI */
            return changed(to, CHANGE_ADD, to, operand);
        case 2: /* C.LI */
            return changed(to, CHANGE_SET, 0, operand);
        case 3: /* C.LUI */
            return to == 2 ? unknown(one(2)) : changed(to, CHANGE_SET, 0, operand << 12);
        default:
            break;
        }
    }
    if ((w & 3) == 2 && function == 4 && bits(w, 12, 12) == 0 && bits(w, 6, 2) != 0) { /* C.MV */
        return changed(to, CHANGE_COPY, bits(w, 6, 2), 0);
    }
    return unknown(one(to) | one(8 + bits(w, 9, 7)) | one(8 + bits(w, 4, 2)));
}

static struct write riscv_32(uint32_t w)
{
    unsigned to = bits(w, 11, 7), source = bits(w, 19, 15);
    uint64_t operand = extend(bits(w, 31, 20), 12);

    switch (bits(w, 6, 0)) {
    case 0x37: /* LUI */
        return changed(to, CHANGE_SET, 0, extend(bits(w, 31, 12), 20) << 12);
    case 0x13:
        switch (bits(w, 14, 12)) {
        case 0: /* ADDI */
            return changed(to, CHANGE_ADD, source, operand);
        case 6: /* ORI */
            return changed(to, CHANGE_OR, source, operand);
        case 7: /* ANDI */
            return changed(to, CHANGE_AND, source, operand);
        default:
            return unknown(one(to));
        }
    case 0x23: /* stores and branches */
    case 0x27:
    case 0x63:
        return unknown(0);
    default:
        return unknown(one(to));
    }
}

/* ------------------------------------------------------------------ values */

static uint32_t halfword(const uint8_t *bytes)
{
    return (uint32_t)(bytes[0] | bytes[1] << 8);
}

static struct write write_of(enum ending_isa isa, const uint8_t *bytes, unsigned size)
{
    uint32_t first = halfword(bytes), second = size >= 4 ? halfword(bytes + 2) : 0;

    switch (isa) {
    case ENDING_THUMB:
        return size == 2 ? thumb_16(first) : thumb_32(first, second);
    case ENDING_ARM:
        return arm(first | second << 16);
    case ENDING_A64:
        return a64(first | second << 16);
    default:
        return size == 2 ? riscv_16(first) : riscv_32(first | second << 16);
    }
}

/* An IT instruction has conditions for as many instructions as its mask has bits below the lowest one. */
bool value_is_conditional(enum ending_isa isa, const struct block_code *code, unsigned n)
{
    for (unsigned before = 1; isa == ENDING_THUMB && before <= 4 && before <= n; before++) {
        const uint8_t *bytes = code->bytes[n - before];
        unsigned mask = bytes[0] & 15, length = 4;

        while (mask != 0 && (mask & 1) == 0) {
            mask >>= 1;
            length--;
        }
        if (code->sizes[n - before] == 2 && bytes[1] == 0xbf && mask != 0) {
            return before <= length;
        }
    }
    return false;
}

static struct value apply(struct value v, const struct write *w)
{
    switch (w->change) {
    case CHANGE_SET:
        return (struct value){ALL, w->operand};
    case CHANGE_OR:
        return (struct value){v.known | w->operand, v.bits | w->operand};
    case CHANGE_AND:
        return (struct value){v.known | ~w->operand, v.bits & w->operand};
    case CHANGE_ADD:
        return v.known == ALL ? (struct value){ALL, v.bits + w->operand} : (struct value){0, 0};
    case CHANGE_COPY:
        return v;
    default:
        return (struct value){0, 0};
    }
}

static bool is_zero(enum ending_isa isa, unsigned reg)
{
    return (isa == ENDING_A64 && reg == 31) || ((isa == ENDING_RV32 || isa == ENDING_RV64) && reg == 0);
}

#define CHANGES_MAX 8

struct value value_before(enum ending_isa isa, const struct block_code *code, unsigned n, unsigned reg)
{
    struct write changes[CHANGES_MAX];
    struct value v = {0, 0};
    unsigned count = 0;

    while (n-- > 0 && !is_zero(isa, reg)) {
        struct write w = write_of(isa, code->bytes[n], code->sizes[n]);

        if ((w.registers & one(reg)) == 0) {
            continue;
        }
        if (w.change == CHANGE_UNKNOWN || count == CHANGES_MAX || value_is_conditional(isa, code, n)) {
            break;
        }
        changes[count++] = w;
        if (w.change == CHANGE_SET) {
            break;
        }
        reg = w.source;
    }
    if (is_zero(isa, reg)) {
        v = (struct value){ALL, 0};
    }
    while (count > 0) {
        v = apply(v, &changes[--count]);
    }
    return v;
}

bool value_is_untouched(enum ending_isa isa, const struct block_code *code, unsigned n, unsigned reg)
{
    while (n-- > 0) {
        if ((write_of(isa, code->bytes[n], code->sizes[n]).registers & one(reg)) != 0) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ branches */

/* @return the register whose value the flags describe before the last instruction of a block; or -1 */
static int thumb_flags(const struct block_code *code)
{
    for (unsigned n = code->n - 1; n-- > 0;) {
        uint32_t w = halfword(code->bytes[n]);
        bool is_access = w >> 12 >= 5 && w >> 12 <= 9;

        if (code->sizes[n] != 2) {
            return -1;
        }
        if ((w & 0xf8ff) == 0x2800 || (w & 0xf000) == 0x3000) { /* CMP #0, ADDS, SUBS */
            unsigned reg = bits(w, 10, 8);
            bool is_kept = true;

            for (unsigned after = n + 1; after < code->n; after++) {
                is_kept = is_kept && (thumb_16(halfword(code->bytes[after])).registers & one(reg)) == 0;
            }
            return is_kept ? (int)reg : -1;
        }
        if (!is_access) {
            return -1;
        }
    }
    return -1;
}

static struct value_test thumb_test(const struct block_code *code)
{
    uint32_t w = halfword(code->bytes[code->n - 1]);

    if ((w & 0xf500) == 0xb100) { /* CBZ, CBNZ */
        return (struct value_test){(int)bits(w, 2, 0), bits(w, 11, 11) == 0};
    }
    if ((w & 0xfe00) == 0xd000) { /* BEQ, BNE */
        return (struct value_test){thumb_flags(code), bits(w, 8, 8) == 0};
    }
    return (struct value_test){-1, false};
}

struct value_test value_test_of(enum ending_isa isa, const struct block_code *code)
{
    const uint8_t *bytes = code->bytes[code->n - 1];
    unsigned size = code->sizes[code->n - 1];
    uint32_t first = halfword(bytes), w = size == 4 ? first | halfword(bytes + 2) << 16 : first;

    switch (isa) {
    case ENDING_THUMB:
        return size == 2 ? thumb_test(code) : (struct value_test){-1, false};
    case ENDING_A64: /* CBZ, CBNZ */
        return (struct value_test){bits(w, 30, 25) == 0x1a ? (int)bits(w, 4, 0) : -1, bits(w, 24, 24) == 0};
    case ENDING_RV32:
    case ENDING_RV64:
        if (size == 2) { /* C.BEQZ, C.BNEZ */
            return (struct value_test){(w & 0xc003) == 0xc001 ? 8 + (int)bits(w, 9, 7) : -1,
                                       bits(w, 13, 13) == 0};
        }
        return (struct value_test){(w & 0x1f0607f) == 0x63 ? (int)bits(w, 19, 15) : -1, /* BEQ, BNE with x0 */
                                   bits(w, 12, 12) == 0};
    default:
        return (struct value_test){-1, false};
    }
}
