/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The settings of a product beside those of spoor/config.h, and their defaults. Yours are in spoor_user.h,
 * too.
 */
#ifndef SPOOR_SETTINGS_H
#define SPOOR_SETTINGS_H

#include <spoor/config.h>

/* What a port knows of a core that isn't a Cortex-M. */
#ifdef __has_include
#if __has_include("spoor_core.h")
#include "spoor_core.h"
#endif
#endif

/* Options of Zephyr's module, dist/zephyr/Kconfig; a spoor_user.h goes before them. */
#if defined(CONFIG_SPOOR)
#if defined(CONFIG_SPOOR_COUNTER_KERNEL) && !defined(SPOOR_CYCLES)
#include <stdint.h>
uint32_t sys_clock_cycle_get_32(void);
#define SPOOR_CYCLES() sys_clock_cycle_get_32()
#endif
#if CONFIG_SPOOR_CYCLES_HZ > 0 && !defined(SPOOR_CYCLES_HZ)
#define SPOOR_CYCLES_HZ CONFIG_SPOOR_CYCLES_HZ
#endif
#ifndef SPOOR_DRAIN_PRIORITY
#define SPOOR_DRAIN_PRIORITY CONFIG_SPOOR_DRAIN_PRIORITY
#endif
#ifndef SPOOR_TICK_MS
#define SPOOR_TICK_MS CONFIG_SPOOR_TICK_MS
#endif
#ifndef SPOOR_TASKS
#define SPOOR_TASKS CONFIG_SPOOR_TASKS
#endif
#ifndef SPOOR_MAIN_STACK_END
extern char z_interrupt_stacks[];
#define SPOOR_MAIN_STACK_END ((uint32_t)z_interrupt_stacks + CONFIG_ISR_STACK_SIZE)
#endif
#endif

/*
 * SPOOR_CYCLES_HZ: the counter's rate, a number or an expression as SystemCoreClock. The ports to FreeRTOS,
 * Zephyr and ThreadX know it; a main loop has to say it.
 *
 * CONFIG_CYCLES_ADDRESS: a counter of 32 bits that runs evenly and wraps to 0; 0 for SPOOR_CYCLES(), an
 * expression. DWT_CYCCNT where the core has one.
 */
#if !defined(CONFIG_CYCLES_ADDRESS) && !defined(SPOOR_CYCLES)
#if defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__) ||                \
    defined(__ARM_ARCH_8_1M_MAIN__)
#define CONFIG_CYCLES_ADDRESS 0xE0001004
#else
#error                                                                                                       \
    "this core has no cycle counter: give the address of a timer of 32 bits as CONFIG_CYCLES_ADDRESS in spoor_user.h, or SPOOR_CYCLES()"
#endif
#endif

#if CONFIG_CPUS > 1 && defined(CONFIG_CYCLES_ADDRESS) && CONFIG_CYCLES_ADDRESS == 0xE0001004
#error                                                                                                       \
    "each core has a DWT_CYCCNT of its own: with CONFIG_CPUS above 1 give the address of a timer of 32 bits as CONFIG_CYCLES_ADDRESS in spoor_user.h"
#endif

/*
 * CONFIG_CPUS: the cores that run the kernel, which all read the same counter.
 *
 * SPOOR_CPU(): the number, from 0 on, of the one that runs.
 */
#if CONFIG_CPUS > 1 && !defined(SPOOR_CPU)
#if defined(CONFIG_SPOOR)
#include <zephyr/kernel_structs.h>
#define SPOOR_CPU() ((unsigned)arch_curr_cpu()->id)
#elif defined(__riscv)
#define SPOOR_CPU()                                                                                          \
    __extension__({                                                                                          \
        unsigned cpu_;                                                                                       \
        __asm__ volatile("csrr %0, mhartid" : "=r"(cpu_)::"memory");                                         \
        cpu_;                                                                                                \
    })
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE != 'M'
#define SPOOR_CPU() /* MPIDR, Armv7-A ARM, B4.1.106 */                                                       \
    __extension__({                                                                                          \
        unsigned cpu_;                                                                                       \
        __asm__ volatile("mrc p15, 0, %0, c0, c0, 5" : "=r"(cpu_)::"memory");                                \
        cpu_ & 0xFF;                                                                                         \
    })
#else
#error                                                                                                       \
    "CONFIG_CPUS is above 1: define SPOOR_CPU() in spoor_user.h, the number of the core that runs, from 0 on"
#endif
#endif

/** A name for the board, for the host. */
#ifndef SPOOR_BOARD_NAME
#if defined(CONFIG_BOARD_TARGET) /* Zephyr's, from 3.7 on */
#define SPOOR_BOARD_NAME CONFIG_BOARD_TARGET
#elif defined(CONFIG_BOARD)
#define SPOOR_BOARD_NAME CONFIG_BOARD
#else
#define SPOOR_BOARD_NAME "board"
#endif
#endif

/** A name for the link, for the shell. */
#ifndef SPOOR_LINK_NAME
#define SPOOR_LINK_NAME "link"
#endif

/** Levels of interrupts that nest and begin with SPOOR_ISR(); deeper ones are charged to the deepest. */
#ifndef SPOOR_ISR_LEVELS
#define SPOOR_ISR_LEVELS 4
#endif

/** Tasks at a time that have a context of their own; further ones share one. */
#ifndef SPOOR_TASKS
#define SPOOR_TASKS 16
#endif

/** The line of the kernel's tick, as SPOOR_IRQ_LINE() says it: SysTick, or the machine's timer. */
#ifndef SPOOR_TICK_LINE
#ifdef __riscv
#define SPOOR_TICK_LINE 7
#else
#define SPOOR_TICK_LINE 15
#endif
#endif

/** In a main loop: how often a timer's interrupt calls spoor_tick(); 0 when none does. */
#ifndef SPOOR_TICK_HZ
#define SPOOR_TICK_HZ 0
#endif

/** Zephyr and ThreadX: the drain's priority there, of little urgency; Zephyr: how often its timer is the
 * tick. */
#ifndef SPOOR_DRAIN_PRIORITY
#define SPOOR_DRAIN_PRIORITY 14
#endif
#ifndef SPOOR_TICK_MS
#define SPOOR_TICK_MS 10
#endif

/** SPOOR_SAMPLER(): a sample counts as late from so many ns on; more than two ticks of its timer. */
#ifndef SPOOR_SAMPLE_LATE_NS
#define SPOOR_SAMPLE_LATE_NS 2000
#endif

/** Words of a line by Zephyr's shell. */
#ifndef SPOOR_SHELL_WORDS
#define SPOOR_SHELL_WORDS 16
#endif

#endif
