/* SPDX-License-Identifier: BSD-2-Clause */
/* Call frame information of the image. */
#ifndef CFI_PRIV_H
#define CFI_PRIV_H

#include <spoor/port/unwind.h>

/** Where a function's caller is found from one of its instructions. */
struct cfi_row {
    unsigned cfa_register; /**< the caller's sp is the value of this one … */
    int32_t cfa_offset;    /**< … and so many bytes */
    uint32_t saved;        /**< bit n: register n lies in the frame … */
    int32_t offset[32];    /**< … so many bytes from the caller's sp */
};

/** Index the tables. Context: boot. Cost: that of sorting them. */
void cfi_init(void);

/** @return false when the tables don't say, or in a form that no compiler writes for C. Context: any. */
bool cfi_row_at(uint32_t address, struct cfi_row *row);

/** @return where the function begins that has this address, or 0. Context: any. */
uint32_t cfi_function_at(uint32_t address);

/* -------- unwind_quick.c */

/**
 * Go from a return address that is remembered to the values of its caller's registers.
 *
 * @param low, high  where stacks may lie
 * @return false when it isn't remembered, or its stack doesn't lie there: nothing is done. Context: any.
 */
bool cfi_quick_step(struct spoor_frame *f, uint32_t low, uint32_t high);

/** Remember the row of a return address, unless it is unusual. Context: any. */
void cfi_quick_learn(uint32_t pc, const struct cfi_row *row);

#endif
