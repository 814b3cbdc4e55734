/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Branches of Arm's and RISC-V's instruction sets: Arm ARM for ARMv7-A/R (DDI0406) A6 and A8, for ARMv8-A
 * (DDI0487) C4, RISC-V unprivileged specification 2.5 and 16. The instructions of ARMv8-M and the
 * pointer authentication of ARMv8.3 have the same places.
 */
#include <bare/ending.h>

#define SP 13
#define LR 14
#define PC 15

static uint64_t extend(uint64_t value, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1);

    return (value ^ sign) - sign;
}

static unsigned bits(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & (UINT32_MAX >> (31 - (high - low)));
}

static struct ending to(enum ending_kind kind, uint64_t target, bool is_32)
{
    return (struct ending){kind, is_32 ? (uint32_t)target : target};
}

static struct ending by_register(unsigned from)
{
    return (struct ending){from == LR ? ENDING_RETURN : ENDING_INDIRECT, 0};
}

static struct ending by_load(unsigned base)
{
    return (struct ending){base == SP ? ENDING_RETURN : ENDING_INDIRECT, 0};
}

/* ------------------------------------------------------------------ Thumb */

static struct ending thumb_16(uint32_t w, uint64_t at)
{
    if (w >> 12 == 0xd && bits(w, 11, 8) < 14) { /* B<c> */
        return to(ENDING_CONDITIONAL, at + 4 + extend(bits(w, 7, 0) << 1, 9), true);
    }
    if (w >> 11 == 0x1c) { /* B */
        return to(ENDING_JUMP, at + 4 + extend(bits(w, 10, 0) << 1, 12), true);
    }
    if ((w & 0xf500) == 0xb100) { /* CBZ, CBNZ */
        return to(ENDING_CONDITIONAL, at + 4 + (bits(w, 9, 9) << 6 | bits(w, 7, 3) << 1), true);
    }
    if ((w & 0xff80) == 0x4780) { /* BLX, BLXNS */
        return (struct ending){ENDING_INDIRECT_CALL, 0};
    }
    if ((w & 0xff80) == 0x4700 || (w & 0xff87) == 0x4687) { /* BX, BXNS, MOV pc */
        return by_register(bits(w, 6, 3));
    }
    if ((w & 0xff87) == 0x4487) { /* ADD pc */
        return (struct ending){ENDING_INDIRECT, 0};
    }
    if ((w & 0xff00) == 0xbd00) { /* POP {…, pc} */
        return (struct ending){ENDING_RETURN, 0};
    }
    return (struct ending){ENDING_NEXT, 0};
}

static struct ending thumb_branch(uint32_t first, uint32_t second, uint64_t at)
{
    uint32_t s = bits(first, 10, 10), j1 = bits(second, 13, 13), j2 = bits(second, 11, 11);

    if ((second & 0x5000) == 0) { /* B<c>.W, or one of hints, MSR, SUBS PC, LR … */
        uint64_t offset =
            extend(s << 20 | j2 << 19 | j1 << 18 | bits(first, 5, 0) << 12 | bits(second, 10, 0) << 1, 21);

        if (bits(first, 9, 6) < 14) {
            return to(ENDING_CONDITIONAL, at + 4 + offset, true);
        }
        return (struct ending){
            (first & 0xfff0) == 0xf3d0 && (second & 0xff00) == 0x8f00 ? ENDING_EXCEPTION : ENDING_NEXT, 0};
    }
    uint64_t offset = extend(
        s << 24 | (j1 == s) << 23 | (j2 == s) << 22 | bits(first, 9, 0) << 12 | bits(second, 10, 0) << 1, 25);

    if ((second & 0x5000) == 0x1000) { /* B.W */
        return to(ENDING_JUMP, at + 4 + offset, true);
    }
    /* BL, and BLX to Arm code, which is relative to an aligned address. */
    return to(ENDING_CALL,
              (second & 0x1000) != 0 ? at + 4 + offset : ((at + 4) & ~UINT64_C(3)) + (offset & ~UINT64_C(3)),
              true);
}

static struct ending thumb_32(uint32_t first, uint32_t second, uint64_t at)
{
    if (first >> 11 == 0x1e && (second & 0x8000) != 0) {
        return thumb_branch(first, second, at);
    }
    if (((first & 0xffd0) == 0xe890 || (first & 0xffd0) == 0xe910) && (second & 0x8000) != 0) { /* LDM */
        return by_load(bits(first, 3, 0));
    }
    if ((first & 0xff70) == 0xf850 && second >> 12 == PC) { /* LDR pc */
        return by_load(bits(first, 3, 0));
    }
    if ((first & 0xfff0) == 0xe8d0 && (second & 0xffe0) == 0xf000) { /* TBB, TBH */
        return (struct ending){ENDING_INDIRECT, 0};
    }
    if ((first & 0xffd0) == 0xe810 || (first & 0xffd0) == 0xe990) { /* RFE */
        return (struct ending){ENDING_EXCEPTION, 0};
    }
    return (struct ending){ENDING_NEXT, 0};
}

/* ------------------------------------------------------------------ Arm */

static struct ending arm_data(uint32_t w)
{
    bool sets_flags = bits(w, 20, 20) != 0, compares = bits(w, 24, 23) == 2;

    if (bits(w, 15, 12) != PC || compares) {
        return (struct ending){ENDING_NEXT, 0};
    }
    if (sets_flags) { /* MOVS pc, lr; SUBS pc, lr, #4 … */
        return (struct ending){ENDING_EXCEPTION, 0};
    }
    return (w & 0x0fffffff) == 0x01a0f00e ? by_register(LR) : (struct ending){ENDING_INDIRECT, 0};
}

static struct ending arm(uint32_t w, uint64_t at)
{
    bool always = w >> 28 >= 14;

    if (w >> 25 == 0x7d) { /* BLX to Thumb code */
        return to(ENDING_CALL, at + 8 + extend(bits(w, 23, 0) << 2, 26) + bits(w, 24, 24) * 2, true);
    }
    if ((w & 0xfe500000) == 0xf8100000 || (w & 0x0fffffff) == 0x0160006e) { /* RFE, ERET */
        return (struct ending){ENDING_EXCEPTION, 0};
    }
    if (w >> 28 == 15) {
        return (struct ending){ENDING_NEXT, 0};
    }
    if (bits(w, 27, 25) == 5) {
        uint64_t target = at + 8 + extend(bits(w, 23, 0) << 2, 26);

        return to(bits(w, 24, 24) != 0 ? ENDING_CALL
                  : always             ? ENDING_JUMP
                                       : ENDING_CONDITIONAL,
                  target, true);
    }
    if ((w & 0x0ffffff0) == 0x012fff10) {
        return by_register(bits(w, 3, 0));
    }
    if ((w & 0x0ffffff0) == 0x012fff30) {
        return (struct ending){ENDING_INDIRECT_CALL, 0};
    }
    if (bits(w, 27, 25) == 4 && bits(w, 20, 20) != 0 && bits(w, 15, 15) != 0) { /* LDM {…, pc} */
        return bits(w, 22, 22) != 0 ? (struct ending){ENDING_EXCEPTION, 0} : by_load(bits(w, 19, 16));
    }
    if (bits(w, 27, 26) == 1 && bits(w, 20, 20) != 0 && bits(w, 15, 12) == PC) { /* LDR pc */
        return by_load(bits(w, 19, 16));
    }
    return bits(w, 27, 26) == 0 ? arm_data(w) : (struct ending){ENDING_NEXT, 0};
}

/* ------------------------------------------------------------------ A64 */

static struct ending a64(uint32_t w, uint64_t at)
{
    if (bits(w, 30, 26) == 5) { /* B, BL */
        return to(w >> 31 != 0 ? ENDING_CALL : ENDING_JUMP, at + extend((uint64_t)bits(w, 25, 0) << 2, 28),
                  false);
    }
    if (w >> 24 == 0x54 || bits(w, 30, 25) == 0x1a) { /* B.cond, CBZ, CBNZ */
        return to(ENDING_CONDITIONAL, at + extend(bits(w, 23, 5) << 2, 21), false);
    }
    if (bits(w, 30, 25) == 0x1b) { /* TBZ, TBNZ */
        return to(ENDING_CONDITIONAL, at + extend(bits(w, 18, 5) << 2, 16), false);
    }
    if (w >> 25 != 0x6b) {
        return (struct ending){ENDING_NEXT, 0};
    }
    static const enum ending_kind kinds[8] = {ENDING_INDIRECT, ENDING_INDIRECT_CALL, ENDING_RETURN,
                                              ENDING_NEXT,     ENDING_EXCEPTION,     ENDING_NEXT,
                                              ENDING_NEXT,     ENDING_NEXT};

    return (struct ending){kinds[bits(w, 23, 21)], 0};
}

/* ------------------------------------------------------------------ RISC-V */

static bool is_link(unsigned reg)
{
    return reg == 1 || reg == 5;
}

static struct ending riscv_16(uint32_t w, uint64_t at, bool is_32)
{
    unsigned function = bits(w, 15, 13), from = bits(w, 11, 7);

    if ((w & 3) == 1 && (function == 5 || (function == 1 && is_32))) { /* C.J, C.JAL */
        uint32_t offset = bits(w, 12, 12) << 11 | bits(w, 11, 11) << 4 | bits(w, 10, 9) << 8 |
                          bits(w, 8, 8) << 10 | bits(w, 7, 7) << 6 | bits(w, 6, 6) << 7 | bits(w, 5, 3) << 1 |
                          bits(w, 2, 2) << 5;

        return to(function == 5 ? ENDING_JUMP : ENDING_CALL, at + extend(offset, 12), is_32);
    }
    if ((w & 3) == 1 && function >= 6) { /* C.BEQZ, C.BNEZ */
        uint32_t offset = bits(w, 12, 12) << 8 | bits(w, 11, 10) << 3 | bits(w, 6, 5) << 6 |
                          bits(w, 4, 3) << 1 | bits(w, 2, 2) << 5;

        return to(ENDING_CONDITIONAL, at + extend(offset, 9), is_32);
    }
    if ((w & 0xe07f) == 0x8002 && from != 0) { /* C.JR, C.JALR */
        return (struct ending){bits(w, 12, 12) != 0 ? ENDING_INDIRECT_CALL
                               : is_link(from)      ? ENDING_RETURN
                                                    : ENDING_INDIRECT,
                               0};
    }
    return (struct ending){ENDING_NEXT, 0};
}

static struct ending riscv_32(uint32_t w, uint64_t at, bool is_32)
{
    unsigned rd = bits(w, 11, 7), from = bits(w, 19, 15);

    switch (bits(w, 6, 0)) {
    case 0x6f: { /* JAL */
        uint32_t offset =
            bits(w, 31, 31) << 20 | bits(w, 30, 21) << 1 | bits(w, 20, 20) << 11 | bits(w, 19, 12) << 12;

        return to(is_link(rd) ? ENDING_CALL : ENDING_JUMP, at + extend(offset, 21), is_32);
    }
    case 0x67: /* JALR */
        return (struct ending){is_link(rd)     ? ENDING_INDIRECT_CALL
                               : is_link(from) ? ENDING_RETURN
                                               : ENDING_INDIRECT,
                               0};
    case 0x63: { /* BEQ … */
        uint32_t offset =
            bits(w, 31, 31) << 12 | bits(w, 30, 25) << 5 | bits(w, 11, 8) << 1 | bits(w, 7, 7) << 11;

        return to(ENDING_CONDITIONAL, at + extend(offset, 13), is_32);
    }
    default: /* MRET, SRET */
        return (struct ending){w == 0x30200073 || w == 0x10200073 ? ENDING_EXCEPTION : ENDING_NEXT, 0};
    }
}

struct ending ending_of(enum ending_isa isa, const uint8_t *bytes, unsigned size, uint64_t at)
{
    uint32_t first = (uint32_t)(bytes[0] | bytes[1] << 8);
    uint32_t second = size >= 4 ? (uint32_t)(bytes[2] | bytes[3] << 8) : 0;
    uint32_t word = first | second << 16;

    switch (isa) {
    case ENDING_ARM:
        return arm(word, at);
    case ENDING_THUMB:
        return size == 2 ? thumb_16(first, at) : thumb_32(first, second, at);
    case ENDING_A64:
        return a64(word, at);
    default:
        return size == 2 ? riscv_16(first, at, isa == ENDING_RV32) : riscv_32(word, at, isa == ENDING_RV32);
    }
}

unsigned ending_size(enum ending_isa isa, const uint8_t *bytes)
{
    switch (isa) {
    case ENDING_THUMB:
        return bytes[1] >= 0xe8 ? 4 : 2;
    case ENDING_RV32:
    case ENDING_RV64:
        return (bytes[0] & 3) == 3 ? 4 : 2;
    default:
        return 4;
    }
}
