/* SPDX-License-Identifier: BSD-2-Clause */
/* Call frame information of the image. */
#ifndef CFI_PRIV_H
#define CFI_PRIV_H

#include <spoor/port/unwind.h>

/** Rules to find a function's caller from one of its instructions. */
struct cfi_row {
    unsigned cfa_register; /**< the caller's sp is the value of this register plus cfa_offset */
    int32_t cfa_offset;    /**< in bytes */
    uint32_t saved;        /**< bit n: register n is saved in the frame */
    int16_t offset[32];    /**< of each saved register from the caller's sp, in bytes */
};

/** Index the tables. Context: boot. Cost: sorting them. */
void cfi_init(void);

/**
 * Get the row for `address`. @return false if the tables don't cover it, or have a form that compilers
 * don't emit for C. Context: any.
 */
bool cfi_row_at(uint32_t address, struct cfi_row *row);

/** @return the start of the function that contains `address`, and its length; or 0. Context: any. */
uint32_t cfi_function_at(uint32_t address, uint32_t *bytes);

/* -------- unwind_quick.c */

/**
 * Step to the caller if the return address is cached, and restore the caller's registers.
 *
 * @param low, high  the memory that may hold stacks
 * @return false if the address isn't cached or its stack is elsewhere; `f` is then unchanged
 *
 * Context: any.
 */
bool cfi_quick_step(struct spoor_frame *f, uint32_t low, uint32_t high);

/** Cache the row of a return address, unless its form is unusual. Context: any. */
void cfi_quick_learn(uint32_t pc, const struct cfi_row *row);

#endif
