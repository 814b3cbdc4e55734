/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements hal/cpu.h. Several CPUs require ARMv8-M with the security extension, in Secure state. The
 * stack pointers and limits of the unused Non-secure state serve as per-CPU storage that one instruction
 * reads (Armv8-M ARM, D1.2, MSP_NS, PSP_NS, PSPLIM_NS). Limits lack the low three bits, stack pointers the
 * low two.
 */
#ifndef ARCH_CPU_H
#define ARCH_CPU_H

#if CONFIG_CPUS > 1
#if !defined __ARM_ARCH_8M_MAIN__ && !defined __ARM_ARCH_8_1M_MAIN__
#error "several CPUs need ARMv8-M Mainline"
#endif

#define CORTEXM_NUMBER_SHIFT 3

static inline unsigned hal_cpu_id(void)
{
    unsigned number;

    __asm__ volatile("mrs %0, psplim_ns" : "=r"(number)); /* volatile, because the thread may migrate */
    return number >> CORTEXM_NUMBER_SHIFT;
}

static inline void *spoor_cpu_word(void)
{
    void *word;

    __asm__ volatile("mrs %0, msp_ns" : "=r"(word));
    return word;
}

static inline void hal_cpu_set_word(void *word)
{
    __asm__ volatile("msr msp_ns, %0" ::"r"(word) : "memory");
}

static inline void *hal_cpu_own(void)
{
    void *own;

    __asm__ volatile("mrs %0, psp_ns" : "=r"(own));
    return own;
}

static inline void hal_cpu_set_own(void *own)
{
    __asm__ volatile("msr psp_ns, %0" ::"r"(own) : "memory");
}

/** Address of the register with a CPU's number. Must be defined by board.c. */
extern const uintptr_t board_cpu_number;

#else

static inline unsigned hal_cpu_id(void)
{
    return 0;
}

#endif

static inline void hal_cpu_wait(void)
{
    __asm__ volatile("dsb\n\twfi" ::: "memory");
}

static inline void hal_barrier(void)
{
    __asm__ volatile("dmb" ::: "memory");
}

#endif
