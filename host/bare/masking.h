/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions that mask interrupts, or read whether they are masked, decoded from their bytes. */
#ifndef BARE_MASKING_H
#define BARE_MASKING_H

#include <bare/ending.h>

/** What can mask interrupts. MASK_IRQ is CPSR.I, DAIF.I, or the complement of MIE and SIE in mstatus. */
enum { MASK_PRIMASK = 1, MASK_BASEPRI = 2, MASK_FAULTMASK = 4, MASK_IRQ = 8 };

enum masking_kind {
    MASKING_NONE,
    MASKING_SET,      /**< masks interrupts */
    MASKING_CLEAR,    /**< unmasks them */
    MASKING_WRITE,    /**< writes a register's value: `relevant` bits of it decide */
    MASKING_SET_BY,   /**< masks them if the register has `relevant` bits, changes nothing otherwise */
    MASKING_CLEAR_BY, /**< unmasks them likewise */
};

/** The source of an instruction that may not be executed: its effect is unknown. */
#define MASKING_CONDITIONAL 255

struct masking {
    enum masking_kind kind;
    bool reads;       /**< the earlier state is put into a register */
    bool inverted;    /**< `relevant` bits that are set unmask interrupts */
    uint8_t mask;     /**< MASK_… */
    uint8_t source;   /**< the register that decides */
    uint8_t to;       /**< the register that is read into */
    uint8_t relevant; /**< bits of its value */
};

/**
 * Decode an instruction.
 *
 * @param is_m  the program is for Arm's M-profile
 */
struct masking masking_of(enum ending_isa isa, bool is_m, const uint8_t *bytes, unsigned size);

#endif
