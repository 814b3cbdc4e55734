/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The settings of a product in addition to those of spoor/config.h, and their defaults. A product overrides
 * them in spoor_user.h.
 */
#ifndef SPOOR_SETTINGS_H
#define SPOOR_SETTINGS_H

#include <spoor/config.h>

/* A port's definitions for cores other than Cortex-M. */
#ifdef __has_include
#if __has_include("spoor_core.h")
#include "spoor_core.h"
#endif
#endif

/* Options of the Zephyr module (dist/zephyr/Kconfig). Definitions in spoor_user.h take precedence. */
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
 * SPOOR_CYCLES_HZ: the counter's rate, a number or an expression such as SystemCoreClock. The ports to
 * FreeRTOS and Zephyr have a default; on ThreadX and in a main loop you must define it.
 *
 * CONFIG_CYCLES_ADDRESS: the address of a 32-bit counter that runs at a constant rate and wraps to 0. If it
 * is 0, SPOOR_CYCLES(), an expression, reads the counter. The default is DWT_CYCCNT on cores that have one.
 */
#if !defined(CONFIG_CYCLES_ADDRESS) && !defined(SPOOR_CYCLES)
#if defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__) ||                \
    defined(__ARM_ARCH_8_1M_MAIN__)
#define CONFIG_CYCLES_ADDRESS 0xE0001004
#else
#error                                                                                                       \
    "this core has no cycle counter: give the address of a 32-bit timer as CONFIG_CYCLES_ADDRESS in spoor_user.h, or SPOOR_CYCLES()"
#endif
#endif

#if CONFIG_CPUS > 1 && defined(CONFIG_CYCLES_ADDRESS) && CONFIG_CYCLES_ADDRESS == 0xE0001004
#error                                                                                                       \
    "each core has a DWT_CYCCNT of its own: with CONFIG_CPUS above 1 give the address of a 32-bit timer as CONFIG_CYCLES_ADDRESS in spoor_user.h"
#endif

/*
 * CONFIG_CPUS: the number of cores that run the kernel. All must read the same counter.
 *
 * SPOOR_CPU(): the number of the running core, from 0.
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
#error "CONFIG_CPUS is above 1: define SPOOR_CPU() in spoor_user.h, the number of the running core, from 0"
#endif
#endif

/** The board's name, shown by the host. */
#ifndef SPOOR_BOARD_NAME
#if defined(CONFIG_BOARD_TARGET) /* Zephyr 3.7 and later */
#define SPOOR_BOARD_NAME CONFIG_BOARD_TARGET
#elif defined(CONFIG_BOARD)
#define SPOOR_BOARD_NAME CONFIG_BOARD
#else
#define SPOOR_BOARD_NAME "board"
#endif
#endif

/** The link's name, shown by the shell. */
#ifndef SPOOR_LINK_NAME
#define SPOOR_LINK_NAME "link"
#endif

/**
 * Number of nested interrupts with SPOOR_ISR() that have a context of their own. Deeper ones are charged to
 * the deepest level.
 */
#ifndef SPOOR_ISR_LEVELS
#define SPOOR_ISR_LEVELS 4
#endif

/** Number of tasks that have a context of their own at the same time. Further tasks share one. */
#ifndef SPOOR_TASKS
#define SPOOR_TASKS 16
#endif

/**
 * The interrupt line of the kernel's tick, numbered as by SPOOR_IRQ_LINE(): SysTick, or the machine timer.
 */
#ifndef SPOOR_TICK_LINE
#ifdef __riscv
#define SPOOR_TICK_LINE 7
#else
#define SPOOR_TICK_LINE 15
#endif
#endif

/** In a main loop: the rate at which a timer interrupt calls spoor_tick(); 0 if none does. */
#ifndef SPOOR_TICK_HZ
#define SPOOR_TICK_HZ 0
#endif

/**
 * Zephyr and ThreadX: the priority of the drain thread, which should be low. Zephyr: the period of the
 * profiler's tick.
 */
#ifndef SPOOR_DRAIN_PRIORITY
#define SPOOR_DRAIN_PRIORITY 14
#endif
#ifndef SPOOR_TICK_MS
#define SPOOR_TICK_MS 10
#endif

/**
 * SPOOR_SAMPLER(): the delay in ns from which a sample counts as late. Must be more than two ticks of its
 * timer.
 */
#ifndef SPOOR_SAMPLE_LATE_NS
#define SPOOR_SAMPLE_LATE_NS 2000
#endif

/** The maximum number of words in a line of Zephyr's shell. */
#ifndef SPOOR_SHELL_WORDS
#define SPOOR_SHELL_WORDS 16
#endif

#endif
