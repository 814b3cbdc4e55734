/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements hal/cpu.h for one CPU. */
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

/* Drain the write buffer (ARM926EJ-S TRM, 2.3.9). */
static inline void hal_barrier(void)
{
    __asm__ volatile("mcr p15, 0, %0, c7, c10, 4" ::"r"(0) : "memory");
}

#endif
