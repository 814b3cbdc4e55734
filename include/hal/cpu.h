/* SPDX-License-Identifier: BSD-2-Clause */
/* The calling CPU: its number, waiting, and the order of its memory accesses. */
#ifndef HAL_CPU_H
#define HAL_CPU_H

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/** @return this CPU's number, from 0 to CONFIG_CPUS - 1; a constant 0 with one CPU. Context: any. */
static inline unsigned hal_cpu_id(void);

#if CONFIG_CPUS > 1
/**
 * A per-CPU word. The caller may migrate right after reading it, so it must hold a value that moves with
 * the thread. It is 0 at reset.
 *
 * Context: any. Cost: 1 instruction.
 */
static inline void *spoor_cpu_word(void);
static inline void hal_cpu_set_word(void *word);

/**
 * A second per-CPU word, for an object that stays with the CPU.
 *
 * Context: interrupts masked. Cost: 2 instructions.
 */
static inline void *hal_cpu_own(void);
static inline void hal_cpu_set_own(void *own);
#endif

/** Sleep until an interrupt is pending, masked or not. Context: thread or boot. */
static inline void hal_cpu_wait(void);

/** Order all memory accesses before this call before all after it. Context: any. */
static inline void hal_barrier(void);

/** Prevent the compiler, but not the CPU, from moving memory accesses across this call. Context: any. */
static inline void hal_compiler_barrier(void)
{
    __asm__ volatile("" ::: "memory");
}

/** Entry point of every CPU. Context: reset. */
SPOOR_NORETURN void hal_entry(void);

#if CONFIG_CPUS > 1
/**
 * Let CPU `cpu` continue to hal_on_boot(). CPUs other than 0 wait for this at their entry, because on some
 * boards all CPUs start at reset. A CPU that is off continues when it is powered on (drivers/power.h).
 *
 * Context: boot or thread, on CPU 0.
 */
void hal_cpu_release(unsigned cpu);
#endif

/**
 * Upcall, implemented by the kernel. The C environment is ready (data copied, bss cleared) and interrupts
 * are masked. Called on CPU 0 first, and on each other CPU after hal_cpu_release(). Does not return.
 */
SPOOR_NORETURN void hal_on_boot(void);

#include <arch/cpu.h>

SPOOR_EXTERN_C_END

#endif
