/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements hal/context.h. A switch is requested by pending PendSV, the exception with the lowest
 * priority, or by SVC.
 */
#ifndef ARCH_CONTEXT_H
#define ARCH_CONTEXT_H

#include <arch/frame.h>
#include <spoor/port/irq.h>

#define HAL_CONTEXT_BYTES CORTEXM_BYTES

static inline void hal_switch_request(void)
{
    /* ICSR.PENDSVSET (Armv7-M ARM, B3.2.4). */
    *(volatile uint32_t *)0xE000ED04u = 1u << 28;
    __asm__ volatile("dsb" ::: "memory");
}

/* SVCall has the priority of PendSV, and the same handler. Being synchronous it needs no barriers. */
static inline void hal_switch_now(uint32_t state)
{
    (void)state;
    __asm__ volatile("cpsie i\n\tsvc #0" ::: "memory");
}

static inline void hal_switch_mask(void)
{
    spoor_irq_disable();
}

static inline void hal_switch_unmask(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

#endif
