/* SPDX-License-Identifier: BSD-2-Clause */
/* Code that the program changes: what a core needs before it executes it. For one CPU. */
#ifndef SPOOR_PORT_CODE_H
#define SPOOR_PORT_CODE_H

#include <stdint.h>

/**
 * Make the core execute the two or four bytes just written to `address`.
 *
 * - Arm M-profile: DSB, ISB (Armv7-M ARM, DDI 0403E, A3.8). With caches, as on Cortex-M7, both are cleaned
 * and invalidated by address (B2.2.7); CLIDR is 0 without.
 * - ARMv7-A: DDI 0406C, A3.5.4, the sequence for one CPU.
 * - ARM926EJ-S: DDI 0198E, chapter 9, instruction memory barriers. Lines have 32 bytes.
 * - RISC-V: Zifencei.
 *
 * Context: any, with interrupts masked, privileged.
 */
static inline void spoor_port_code_changed(uintptr_t address)
{
#if defined(__riscv)
    (void)address;
    __asm__ volatile(".option push\n\t.option arch, +zifencei\n\tfence.i\n\t.option pop" ::: "memory");
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#if defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__)
    if (*(volatile uint32_t *)0xE000ED78u != 0) {
        for (uintptr_t half = address; half <= address + 2; half += 2) {
            __asm__ volatile("dsb" ::: "memory");
            *(volatile uint32_t *)0xE000EF64u = half & ~(uintptr_t)31; /* DCCMVAU */
            __asm__ volatile("dsb" ::: "memory");
            *(volatile uint32_t *)0xE000EF58u = half & ~(uintptr_t)31; /* ICIMVAU */
        }
        *(volatile uint32_t *)0xE000EF78u = 0; /* BPIALL */
    }
#else
    (void)address;
#endif
    __asm__ volatile("dsb\n\tisb" ::: "memory");
#elif defined(__ARM_ARCH) && __ARM_ARCH >= 7
    for (uintptr_t half = address; half <= address + 2; half += 2) {
        __asm__ volatile("mcr p15, 0, %0, c7, c11, 1\n\t" /* DCCMVAU */
                         "dsb\n\t"
                         "mcr p15, 0, %0, c7, c5, 1" /* ICIMVAU */
                         ::"r"(half & ~(uintptr_t)3)
                         : "memory");
    }
    __asm__ volatile("mcr p15, 0, %0, c7, c5, 6\n\t" /* BPIALL */
                     "dsb\n\t"
                     "isb" ::"r"(0)
                     : "memory");
#else
    __asm__ volatile("mcr p15, 0, %0, c7, c10, 1\n\t" /* clean the line of the data cache */
                     "mcr p15, 0, %1, c7, c10, 4\n\t" /* drain the write buffer */
                     "mcr p15, 0, %0, c7, c5, 1\n\t"  /* invalidate the line of the instruction cache */
                     "b 1f\n"
                     "1:" ::"r"(address & ~(uintptr_t)31),
                     "r"(0)
                     : "memory");
#endif
}

#endif
