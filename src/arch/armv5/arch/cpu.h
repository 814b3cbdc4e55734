/* SPDX-License-Identifier: BSD-2-Clause */
/* One CPU. Bodies of hal/cpu.h. */
#ifndef ARCH_CPU_H
#define ARCH_CPU_H

static inline unsigned hal_cpu_id(void)
{
    return 0;
}

/* Wait for interrupt (ARM926EJ-S TRM, 2.3.9). */
static inline void hal_cpu_wait(void)
{
    __asm__ volatile("mcr p15, 0, %0, c7, c0, 4" ::"r"(0) : "memory");
}

/* Drain the write buffer (the same place). */
static inline void hal_barrier(void)
{
    __asm__ volatile("mcr p15, 0, %0, c7, c10, 4" ::"r"(0) : "memory");
}

#endif
