/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The calling CPU: its number, waiting, and ordering of its memory accesses.
 */
#ifndef HAL_CPU_H
#define HAL_CPU_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** @return this CPU's number, from 0 to CONFIG_CPUS - 1; a constant 0 with one CPU. Context: any. */
static inline unsigned hal_cpu_id(void);

#if CONFIG_CPUS > 1
/**
 * A word of each CPU's own. A thread that reads it may migrate right afterwards, so it holds something that
 * moves with the thread. 0 at reset.
 *
 * Context: any. Cost: 1 instruction.
 */
static inline void *spoor_cpu_word(void);
static inline void hal_cpu_set_word(void *word);

/**
 * Another one, that stays with the CPU: an object of its own. Context: interrupts masked. Cost: 2
 * instructions.
 */
static inline void *hal_cpu_own(void);
static inline void hal_cpu_set_own(void *own);
#endif

/** Sleep until an interrupt is pending, masked or not. Context: thread or boot. */
static inline void hal_cpu_wait(void);

/** Order all memory accesses before this call before all after it. Context: any. */
static inline void hal_barrier(void);

/** Keep the compiler, not the CPU, from moving memory accesses across. Context: any. */
static inline void hal_compiler_barrier(void)
{
    __asm__ volatile("" ::: "memory");
}

/** Where every CPU begins. Context: reset. */
SPOOR_NORETURN void hal_entry(void);

#if CONFIG_CPUS > 1
/**
 * Let CPU `cpu` go on to hal_on_boot(): CPUs other than 0 wait for this at their entry, as on some boards all
 * begin at reset. One that is off goes on when it is powered (drivers/power.h).
 *
 * Context: boot or thread, on CPU 0.
 */
void hal_cpu_release(unsigned cpu);
#endif

/**
 * Upcall, supplied by the kernel: the C environment is ready (data copied, bss cleared), interrupts masked.
 * Called on CPU 0 first, and on each other CPU once hal_cpu_release() was called for it. Does not return.
 */
SPOOR_NORETURN void hal_on_boot(void);

#include <arch/cpu.h>

SPOOR_EXTERN_C_END

#endif
