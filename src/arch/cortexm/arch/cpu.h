/* SPDX-License-Identifier: BSD-2-Clause */
/* One CPU. Bodies of hal/cpu.h. */
#ifndef ARCH_CPU_H
#define ARCH_CPU_H

static inline unsigned hal_cpu_id(void)
{
    return 0;
}

static inline void hal_cpu_wait(void)
{
    __asm__ volatile("dsb\n\twfi" ::: "memory");
}

static inline void hal_barrier(void)
{
    __asm__ volatile("dmb" ::: "memory");
}

#endif
