/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements hal/cpu.h. */
#ifndef ARCH_CPU_H
#define ARCH_CPU_H

static inline unsigned hal_cpu_id(void)
{
#if CONFIG_CPUS > 1
    unsigned mpidr;

    /*
     * Affinity level 0 of MPIDR (Armv7-A ARM, B4.1.106); only one cluster is supported. Volatile, because
     * the thread may migrate.
     */
    __asm__ volatile("mrc p15, 0, %0, c0, c0, 5" : "=r"(mpidr));
    return mpidr & 0xFF;
#else
    return 0;
#endif
}

#if CONFIG_CPUS > 1
/* TPIDRURW (Armv7-A ARM, B4.1.153). */
static inline void *spoor_cpu_word(void)
{
    void *word;

    __asm__ volatile("mrc p15, 0, %0, c13, c0, 2" : "=r"(word));
    return word;
}

static inline void hal_cpu_set_word(void *word)
{
    __asm__ volatile("mcr p15, 0, %0, c13, c0, 2" ::"r"(word) : "memory");
}

/* TPIDRURO (Armv7-A ARM, B4.1.152) points to the top of the interrupt stack, where the word is stored. */
static inline void **armv7a_own(void)
{
    void **own;

    __asm__ volatile("mrc p15, 0, %0, c13, c0, 3" : "=r"(own));
    return own;
}

static inline void *hal_cpu_own(void)
{
    return *armv7a_own();
}

static inline void hal_cpu_set_own(void *own)
{
    *armv7a_own() = own;
}
#endif

static inline void hal_cpu_wait(void)
{
    __asm__ volatile("dsb\n\twfi" ::: "memory");
}

static inline void hal_barrier(void)
{
    __asm__ volatile("dmb ish" ::: "memory");
}

#endif
