/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPS, MRS and MSR of the Arm ARMs for ARMv7-M (DDI0403, B5.2), ARMv7-A/R (DDI0406, B9.3) and ARMv8-A
 * (DDI0487, C5.2), and the CSR instructions of the RISC-V specifications: unprivileged 9.1, privileged 3.1.6.
 */
#include <bare/masking.h>

#define ALWAYS 14   /* condition of an instruction */
#define CPSR_I 0x80 /* and DAIF.I */
#define MIE    8    /* of mstatus */
#define SIE    2

/* ------------------------------------------------------------------ Arm's M-profile */

static struct masking m_cps(uint32_t w)
{
    uint8_t mask = (uint8_t)((w & 2 ? MASK_PRIMASK : 0) | (w & 1 ? MASK_FAULTMASK : 0));

    return (struct masking){.kind = w & 0x10 ? MASKING_SET : MASKING_CLEAR, .mask = mask};
}

/* PRIMASK and FAULTMASK are a bit, BASEPRI masks unless it is 0, and BASEPRI_MAX only changes to more. */
static struct masking m_special(uint32_t first, uint32_t second)
{
    static const uint8_t masks[] = {MASK_PRIMASK, MASK_BASEPRI, MASK_BASEPRI, MASK_FAULTMASK};
    uint32_t which = (second & 0xff) - 16;

    if (which > 3 || (second & 0xd000) != 0x8000) {
        return (struct masking){MASKING_NONE};
    }
    uint8_t relevant = masks[which] == MASK_BASEPRI ? 0xff : 1;

    if ((first & 0xffe0) == 0xf3e0) { /* MRS */
        return (struct masking){.reads = true, .mask = masks[which], .to = second >> 8 & 15};
    }
    if ((first & 0xffe0) != 0xf380) {
        return (struct masking){MASKING_NONE};
    }
    return (struct masking){.kind = which == 2 ? MASKING_SET_BY : MASKING_WRITE,
                            .mask = masks[which],
                            .source = first & 15,
                            .relevant = relevant};
}

/* ------------------------------------------------------------------ Arm's A- and R-profile */

/* @param imod  2: unmask, 3: mask */
static struct masking cps(unsigned imod, bool affects_irq)
{
    if (!affects_irq || imod < 2) {
        return (struct masking){MASKING_NONE};
    }
    return (struct masking){.kind = imod == 3 ? MASKING_SET : MASKING_CLEAR, .mask = MASK_IRQ};
}

static struct masking write_irq(uint32_t source)
{
    return (struct masking){
        .kind = MASKING_WRITE, .mask = MASK_IRQ, .source = (uint8_t)source, .relevant = CPSR_I};
}

static struct masking read_irq(uint32_t to)
{
    return (struct masking){.reads = true, .mask = MASK_IRQ, .to = (uint8_t)to};
}

static struct masking thumb_32(uint32_t first, uint32_t second)
{
    if (first == 0xf3af && (second & 0xd800) == 0x8000) {
        return cps(second >> 9 & 3, (second & 0x40) != 0);
    }
    if ((first & 0xfff0) == 0xf380 && (second & 0xd100) == 0x8100) {
        return write_irq(first & 15);
    }
    return first == 0xf3ef && (second & 0xd0ff) == 0x8000 ? read_irq(second >> 8 & 15)
                                                          : (struct masking){MASKING_NONE};
}

static struct masking arm(uint32_t w)
{
    if ((w & 0xfff1fe20) == 0xf1000000) {
        return cps(w >> 18 & 3, (w & 0x80) != 0);
    }
    if ((w & 0x0fff0fff) == 0x010f0000) {
        return read_irq(w >> 12 & 15);
    }
    if ((w & 0x0ff1fff0) == 0x0121f000) { /* MSR CPSR_c */
        return write_irq(w >> 28 == ALWAYS ? w & 15 : MASKING_CONDITIONAL);
    }
    if ((w & 0x0ff1f000) == 0x0321f000) {
        bool masks = (w & 0xf00) == 0 && (w & CPSR_I) != 0;

        if (w >> 28 != ALWAYS) {
            return write_irq(MASKING_CONDITIONAL);
        }

        return (struct masking){.kind = masks ? MASKING_SET : MASKING_CLEAR, .mask = MASK_IRQ};
    }
    return (struct masking){MASKING_NONE};
}

/* ------------------------------------------------------------------ A64 */

static struct masking a64(uint32_t w)
{
    if ((w & 0xfffff0df) == 0xd50340df) { /* MSR DAIFSet, MSR DAIFClr */
        return cps((w & 0x20) == 0 ? 3 : 2, (w & 0x200) != 0);
    }
    if ((w & 0xffffffe0) == 0xd51b4220) {
        return write_irq(w & 31);
    }
    return (w & 0xffffffe0) == 0xd53b4220 ? read_irq(w & 31) : (struct masking){MASKING_NONE};
}

/* ------------------------------------------------------------------ RISC-V */

static struct masking riscv(uint32_t w)
{
    uint32_t csr = w >> 20, operation = w >> 12 & 3, source = w >> 15 & 31, to = w >> 7 & 31;
    bool is_immediate = (w & 0x4000) != 0;
    uint8_t enable = csr == 0x300 ? MIE : SIE;

    if ((w & 0x7f) != 0x73 || operation == 0 || (csr != 0x300 && csr != 0x100)) {
        return (struct masking){MASKING_NONE};
    }
    struct masking m = {.reads = to != 0,
                        .inverted = true,
                        .mask = MASK_IRQ,
                        .source = (uint8_t)source,
                        .to = (uint8_t)to,
                        .relevant = enable};

    if (operation == 1) {
        m.kind = MASKING_WRITE;
    } else if (source != 0) {
        m.kind = operation == 2 ? MASKING_CLEAR_BY : MASKING_SET_BY;
    }
    if (!is_immediate || m.kind == MASKING_NONE) {
        return m;
    }
    bool has = (source & enable) != 0;

    if (operation == 1) {
        m.kind = has ? MASKING_CLEAR : MASKING_SET;
    } else {
        m.kind = !has ? MASKING_NONE : operation == 2 ? MASKING_CLEAR : MASKING_SET;
    }
    return m;
}

/* ------------------------------------------------------------------ all */

struct masking masking_of(enum ending_isa isa, bool is_m, const uint8_t *bytes, unsigned size)
{
    uint32_t first = (uint32_t)(bytes[0] | bytes[1] << 8);
    uint32_t second = size >= 4 ? (uint32_t)(bytes[2] | bytes[3] << 8) : 0;

    switch (isa) {
    case ENDING_THUMB:
        if (size == 4) {
            return is_m ? m_special(first, second) : thumb_32(first, second);
        }
        if ((first & 0xffe8) != 0xb660) {
            return (struct masking){MASKING_NONE};
        }
        return is_m ? m_cps(first) : cps(first & 0x10 ? 3 : 2, (first & 2) != 0);
    case ENDING_ARM:
        return arm(first | second << 16);
    case ENDING_A64:
        return a64(first | second << 16);
    default:
        return size == 4 ? riscv(first | second << 16) : (struct masking){MASKING_NONE};
    }
}
