/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements hal/cpu.h for one CPU. */
#ifndef ARCH_CPU_H
#define ARCH_CPU_H

static inline unsigned hal_cpu_id(void)
{
    return 0;
}

/* Masked interrupts also end the wait (Privileged Architecture, 3.3.3). */
static inline void hal_cpu_wait(void)
{
    __asm__ volatile("wfi" ::: "memory");
}

static inline void hal_barrier(void)
{
    __asm__ volatile("fence iorw, iorw" ::: "memory");
}

#endif
