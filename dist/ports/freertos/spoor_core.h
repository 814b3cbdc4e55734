/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Definitions for FreeRTOS's ports to RISC-V and Cortex-A: the lock, the interrupt state, the counter.
 * Definitions in spoor_user.h take precedence. With several cores spoor_user.h must define everything that
 * exists once per core.
 */
#ifndef SPOOR_CORE_H
#define SPOOR_CORE_H

#include <stdint.h>

#if defined(__riscv)

/* GCC/RISC-V: machine mode. Traps have a stack of their own and don't nest. */
extern const uintptr_t xISRStackTop;
extern const uintptr_t spoor_freertos_isr_stack_bytes;

#ifndef SPOOR_LOCK
#define SPOOR_LOCK()                                                                                         \
    __extension__({                                                                                          \
        uint32_t spoor_state;                                                                                \
        __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(spoor_state)::"memory");                             \
        spoor_state & 8;                                                                                     \
    })
#define SPOOR_UNLOCK(state) __asm__ volatile("csrs mstatus, %0" ::"r"(state) : "memory")
#endif
#if !defined(SPOOR_IN_ISR) && CONFIG_CPUS == 1
#define SPOOR_IN_ISR_BY_STACK
#define SPOOR_IN_ISR() (xISRStackTop - (uintptr_t)__builtin_frame_address(0) < spoor_freertos_isr_stack_bytes)
#endif

/* mtime, if FreeRTOSConfig.h has its address. It must run at the rate from which the tick is derived. */
#if !defined(CONFIG_CYCLES_ADDRESS) && !defined(SPOOR_CYCLES)
#define SPOOR_CYCLES_BY_MTIME
#define SPOOR_CYCLES() (*spoor_freertos_mtime)
extern const volatile uint32_t *const spoor_freertos_mtime;
#endif

#elif defined(__ARM_ARCH_7A__)

/* GCC/ARM_CA9: a GIC. vApplicationIRQHandler must begin with SPOOR_ISR_LINE(). */
extern volatile uint32_t ulPortInterruptNesting;

#ifndef SPOOR_LOCK
#define SPOOR_LOCK()                                                                                         \
    __extension__({                                                                                          \
        uint32_t spoor_state;                                                                                \
        __asm__ volatile("mrs %0, cpsr\n\tcpsid i" : "=r"(spoor_state)::"memory");                           \
        spoor_state;                                                                                         \
    })
#define SPOOR_UNLOCK(state) __asm__ volatile("msr cpsr_c, %0" ::"r"(state) : "memory")
#endif
#if !defined(SPOOR_IN_ISR) && CONFIG_CPUS == 1
#define SPOOR_IN_ISR() (ulPortInterruptNesting != 0)
#endif
#ifndef SPOOR_TICK_LINE
#define SPOOR_TICK_LINE 29 /* the private timer: Cortex-A9 MPCore TRM, 3.1.2 */
#endif

/* PMCCNTR, started by PMCR.E and PMCNTENSET.C: Armv7-A ARM, B4.1.116 ff. */
#if !defined(CONFIG_CYCLES_ADDRESS) && !defined(SPOOR_CYCLES) && CONFIG_CPUS == 1
#define SPOOR_CYCLES()                                                                                       \
    __extension__({                                                                                          \
        uint32_t spoor_cycles;                                                                               \
        __asm__ volatile("mrc p15, 0, %0, c9, c13, 0" : "=r"(spoor_cycles));                                 \
        spoor_cycles;                                                                                        \
    })
#define SPOOR_START_CYCLES()                                                                                 \
    do {                                                                                                     \
        uint32_t spoor_pmcr;                                                                                 \
        __asm__ volatile("mrc p15, 0, %0, c9, c12, 0" : "=r"(spoor_pmcr));                                   \
        __asm__ volatile("mcr p15, 0, %0, c9, c12, 0" ::"r"(spoor_pmcr | 1u));                               \
        __asm__ volatile("mcr p15, 0, %0, c9, c12, 1" ::"r"(1u << 31));                                      \
    } while (0)
#endif

#endif
#endif
