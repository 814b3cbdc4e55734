/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements arch_cycles() of hal/cycles.h: the low half of CNTVCT (Armv7-A ARM, B4.1.34). The CPU may read
 * the counter before earlier instructions complete (B8.1.2), even before it takes a lock. With several CPUs
 * that would make time go backwards between them, so a barrier precedes the read.
 */
#ifndef ARCH_CYCLES_H
#define ARCH_CYCLES_H

static inline uint32_t arch_cycles(void)
{
    uint32_t low, high;

#if CONFIG_CPUS > 1
    __asm__ volatile("isb" ::: "memory");
#endif
    __asm__ volatile("mrrc p15, 1, %0, %1, c14" : "=r"(low), "=r"(high));
    return low;
}

#endif
