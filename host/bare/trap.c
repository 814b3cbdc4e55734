/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Instructions that only compute: Arm ARM for ARMv7-A/R (DDI0406) A5 and A6, for ARMv8-A (DDI0487) C4.1, for
 * ARMv8-M (DDI0553) C2, RISC-V unprivileged specification 2.4, 7 and 16. Not among them, as they may cause an
 * exception: writes of the stack pointer in Thumb (ARMv8-M's stack limit), its divisions (CCR.DIV_0_TRP), and
 * what uses registers of a coprocessor or an FPU.
 */
#include <bare/trap.h>

#define SP 13

static bool thumb_16_computes(uint32_t w)
{
    unsigned to = (w >> 4 & 8) | (w & 7); /* of ADD and MOV with high registers */
    bool is_high = w >> 10 == 0x11, is_compare = (w & 0xff00) == 0x4500, is_branch = (w & 0xff00) == 0x4700;

    if (is_high) {
        return !is_branch && (is_compare || to != SP);
    }
    bool is_hint = (w & 0xff00) == 0xbf00 && (w == 0xbf00 || (w & 15) != 0); /* NOP, IT */

    return w < 0x4400 || w >> 12 == 0xa /* ADR, ADD Rd, sp */ || (w & 0xff00) == 0xb200 /* SXTH … */ ||
           ((w & 0xff00) == 0xba00 && (w & 0xc0) != 0x80) /* REV */ || is_hint;
}

static bool thumb_32_computes(uint32_t first, uint32_t second)
{
    bool is_immediate = first >> 11 == 0x1e && (second & 0x8000) == 0, is_shifted = first >> 9 == 0x75,
         is_register = first >> 8 == 0xfa && (second & 0xf000) == 0xf000, is_multiply = first >> 7 == 0x1f6;

    return (is_immediate || is_shifted || is_register || is_multiply) && (second >> 8 & 15) != SP;
}

static bool arm_computes(uint32_t w)
{
    bool is_special = (w & 0x01900000) == 0x01000000, is_immediate = (w & 0x0e000000) == 0x02000000,
         is_register = (w & 0x0e000000) == 0 && (w & 0x90) != 0x90,
         is_wide = (w & 0x0fb00000) == 0x03000000; /* MOVW, MOVT */

    return w >> 28 != 15 && (is_wide || ((is_immediate || is_register) && !is_special));
}

static bool a64_computes(uint32_t w)
{
    uint32_t group = w >> 25 & 15, opcode = w >> 10 & 63;

    if ((group & 14) == 8) {             /* data processing, immediate … */
        return (w >> 23 & 0x3f) != 0x23; /* … but those of memory tags */
    }
    if ((w >> 21 & 0xff) != 0xd6) {
        return (group & 7) == 5; /* register */
    }
    /* Not those of memory tags and pointer authentication. */
    bool is_division = opcode >> 1 == 1, is_shift = opcode >> 2 == 2, is_crc = opcode >> 3 == 2,
         is_unary = (w >> 30 & 1) != 0;

    return is_unary ? (w >> 16 & 31) == 0 : is_division || is_shift || is_crc;
}

static bool riscv_16_computes(uint32_t w)
{
    uint32_t function = w >> 13;

    switch (w & 3) {
    case 0: /* C.ADDI4SPN */
        return function == 0 && w != 0;
    case 1: /* C.ADDI, C.ADDIW, C.LI, C.LUI, C.SRLI, C.SUB …; C.JAL ends its block */
        return function <= 4;
    default: /* C.SLLI; C.MV, C.ADD; C.JR, C.JALR and C.EBREAK end their block */
        return function == 0 || function == 4;
    }
}

static bool riscv_32_computes(uint32_t w)
{
    switch (w & 0x7f) {
    case 0x13: /* ADDI … */
    case 0x17: /* AUIPC */
    case 0x1b: /* ADDIW … */
    case 0x33: /* ADD … */
    case 0x37: /* LUI */
    case 0x3b: /* ADDW … */
        return true;
    default:
        return false;
    }
}

bool trap_possible(enum ending_isa isa, const uint8_t *bytes, unsigned size)
{
    uint32_t first = (uint32_t)(bytes[0] | bytes[1] << 8);
    uint32_t second = size >= 4 ? (uint32_t)(bytes[2] | bytes[3] << 8) : 0;
    uint32_t word = first | second << 16;

    switch (isa) {
    case ENDING_ARM:
        return !arm_computes(word);
    case ENDING_THUMB:
        return size == 2 ? !thumb_16_computes(first) : !thumb_32_computes(first, second);
    case ENDING_A64:
        return !a64_computes(word);
    default:
        return size == 2 ? !riscv_16_computes(word) : !riscv_32_computes(word);
    }
}
