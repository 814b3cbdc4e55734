/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loads and stores of Thumb, Arm, A64 and RISC-V: Arm ARM for ARMv7-A/R (DDI0406) A5 and A6, for ARMv8-A
 * (DDI0487) C4.1.88, RISC-V unprivileged specification 2.6, 8 and 16.
 */
#include <bare/sp.h>

#define SP 13

static uint32_t halfword(const uint8_t *bytes)
{
    return (uint32_t)(bytes[0] | bytes[1] << 8);
}

/* ------------------------------------------------------------------ accesses */

static bool thumb_accesses(uint32_t first, unsigned size)
{
    if (size == 2) { /* PUSH, STR [sp] */
        return (first & 0xfe00) == 0xb400 || (first & 0xf800) == 0x9000;
    }
    bool is_access = (first & 0xfe00) == 0xe800 || (first & 0xfe00) == 0xec00 || (first & 0xfe10) == 0xf800;

    return is_access && (first & 15) == SP;
}

static bool arm_accesses(uint32_t w)
{
    if ((w & 0xfe5fffe0) == 0xf84d0500) { /* SRS */
        return true;
    }
    bool is_extra = (w & 0x0e000090) == 0x90, is_access = (w & 0x0c000000) == 0x04000000,
         is_block = (w & 0x0e000000) == 0x08000000, is_vector = (w & 0x0e000000) == 0x0c000000;

    return w >> 28 != 15 && (w >> 16 & 15) == SP && (is_extra || is_access || is_block || is_vector);
}

static bool riscv_accesses(enum ending_isa isa, uint32_t w, unsigned size)
{
    if (size == 2) { /* C.SWSP, C.SDSP, C.FSWSP, C.FSDSP */
        uint32_t function = w >> 13;

        (void)isa;
        return (w & 3) == 2 && (function == 5 || function == 6 || function == 7);
    }
    return ((w & 0x7f) == 0x23 || (w & 0x7f) == 0x27) && (w >> 15 & 31) == 2;
}

bool sp_accesses(enum ending_isa isa, const uint8_t *bytes, unsigned size)
{
    uint32_t first = halfword(bytes), w = size == 4 ? first | halfword(bytes + 2) << 16 : first;

    switch (isa) {
    case ENDING_THUMB:
        return thumb_accesses(first, size);
    case ENDING_ARM:
        return arm_accesses(w);
    case ENDING_A64:
        return (w >> 25 & 5) == 4 && (w >> 5 & 31) == 31;
    default:
        return riscv_accesses(isa, w, size);
    }
}

/* ------------------------------------------------------------------ changes */

static unsigned ones(uint32_t word)
{
    unsigned n = 0;

    for (; word != 0; word &= word - 1) {
        n++;
    }
    return n;
}

static struct sp_change change_16(uint32_t w)
{
    if ((w & 0xfe00) == 0xb400) { /* PUSH */
        return (struct sp_change){false, -4 * (int32_t)ones(w & 0x1ff), true};
    }
    if ((w & 0xfe00) == 0xbc00) { /* POP */
        return (struct sp_change){false, 4 * (int32_t)ones(w & 0x1ff), false};
    }
    if ((w & 0xff00) == 0xb000) { /* ADD sp, SUB sp */
        int32_t bytes = 4 * (int32_t)(w & 0x7f);

        return (struct sp_change){false, (w & 0x80) != 0 ? -bytes : bytes, false};
    }
    bool writes = (w & 0xfc87) == 0x4485 && (w & 0x300) != 0x100; /* ADD sp, MOV sp */

    return (struct sp_change){.lost = writes};
}

static struct sp_change change_32(uint32_t first, uint32_t second)
{
    bool is_sp = (first & 15) == SP;

    if (is_sp && (first & 0xfff0) == 0xe920) { /* STMDB sp! */
        return (struct sp_change){false, -4 * (int32_t)ones(second), true};
    }
    if (is_sp && (first & 0xfff0) == 0xe8b0) { /* LDMIA sp! */
        return (struct sp_change){false, 4 * (int32_t)ones(second), false};
    }
    if (is_sp && (first & 0xffb0) == 0xed20) { /* VPUSH */
        return (struct sp_change){false, -4 * (int32_t)(second & 0xff), true};
    }
    if (is_sp && (first & 0xffb0) == 0xecb0) { /* VPOP */
        return (struct sp_change){false, 4 * (int32_t)(second & 0xff), false};
    }
    if (is_sp && (first & 0xff70) == 0xf850 && (second & 0xf00) == 0xb00) { /* LDR [sp], #n */
        return (struct sp_change){false, (int32_t)(second & 0xff), false};
    }
    if (is_sp && (first & 0xff70) == 0xf840 && (second & 0xf00) == 0xd00) { /* STR [sp, #-n]! */
        return (struct sp_change){false, -(int32_t)(second & 0xff), true};
    }
    bool is_special = (first & 0xfff0) == 0xf380 && ((second & 0xff) == 8 || (second & 0xff) == 20); /* MSR */
    bool is_data = (first >> 11 == 0x1e && (second & 0x8000) == 0) || (first & 0xfe00) == 0xea00;
    bool writes_back = (first & 0xfe20) == 0xe820 || (first & 0xfe20) == 0xec20 ||
                       ((first & 0xfe80) == 0xf800 && (second & 0x900) == 0x900);
    bool by_access = is_sp && writes_back;

    return (struct sp_change){.lost = (is_data && (second >> 8 & 15) == SP) || by_access || is_special};
}

struct sp_change sp_change_of(const uint8_t *bytes, unsigned size)
{
    return size == 2 ? change_16(halfword(bytes)) : change_32(halfword(bytes), halfword(bytes + 2));
}

/* ------------------------------------------------------------------ the stack of threads */

int sp_reads_psp(const uint8_t *bytes, unsigned size)
{
    bool is_read = size == 4 && halfword(bytes) == 0xf3ef && (halfword(bytes + 2) & 0xf0ff) == 0x8009;

    return is_read ? (int)(halfword(bytes + 2) >> 8 & 15) : -1;
}

int sp_saves_by(const uint8_t *bytes, unsigned size)
{
    uint32_t first = halfword(bytes);

    if (size == 4 && ((first & 0xfff0) == 0xe920 || (first & 0xffb0) == 0xed20)) {
        return (int)(first & 15);
    }
    return size == 2 && (first & 0xf800) == 0xc000 ? (int)(first >> 8 & 7) : -1;
}
