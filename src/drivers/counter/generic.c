/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The virtual count of the Arm generic timer (Armv7-A ARM, B8.1.1). It runs from reset and is the same on
 * all CPUs. The architecture code reads it inline.
 */
#include <drivers/counter.h>

uint32_t counter_generic_start(const struct counter *c)
{
    uint32_t hz = c->clock_hz;

    if (hz == 0) {
        __asm__ volatile("mrc p15, 0, %0, c14, c0, 0" : "=r"(hz)); /* CNTFRQ */
    }
    return hz;
}
