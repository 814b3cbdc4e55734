/* SPDX-License-Identifier: BSD-2-Clause */
/* The interrupts of a core in machine mode. */
#ifndef STANDIN_MASK_H
#define STANDIN_MASK_H

#include <stdint.h>

/** @return the state for standin_unmask() */
static inline uint32_t standin_mask(void)
{
    uint32_t mstatus;

    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(mstatus)::"memory");
    return mstatus & 8;
}

static inline void standin_unmask(uint32_t before)
{
    __asm__ volatile("csrs mstatus, %0" ::"r"(before) : "memory");
}

#endif
