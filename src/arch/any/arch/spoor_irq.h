/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupt masking in a product. Cortex-M uses PRIMASK. On other cores it uses SPOOR_LOCK() and
 * SPOOR_UNLOCK(state) of spoor_user.h or of the port, or Zephyr's lock.
 */
#define SPOOR_IRQ_OF_PRODUCT 1
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && !defined(SPOOR_LOCK)
#include "../../cortexm/arch/spoor_irq.h"
#else
#ifndef SPOOR_ARCH_IRQ_H
#define SPOOR_ARCH_IRQ_H

/* A port may supply this header. */
#ifdef __has_include
#if __has_include("spoor_core.h")
#include "spoor_core.h"
#endif
#endif

#if defined(CONFIG_SPOOR) && !defined(SPOOR_LOCK)
#include <zephyr/kernel_structs.h>
#include <zephyr/arch/cpu.h>
#define SPOOR_LOCK()        arch_irq_lock()
#define SPOOR_UNLOCK(state) arch_irq_unlock(state)
#define SPOOR_IN_ISR()      spoor_zephyr_in_isr()

static inline bool spoor_zephyr_in_isr(void)
{
    unsigned state = arch_irq_lock(); /* keeps the thread on this CPU */
    bool in_isr = arch_curr_cpu()->nested != 0;

    arch_irq_unlock(state);
    return in_isr;
}
#elif !defined(SPOOR_LOCK) || !defined(SPOOR_UNLOCK) || !defined(SPOOR_IN_ISR)
#error                                                                                                       \
    "spoor: this core isn't a Cortex-M: define SPOOR_LOCK(), SPOOR_UNLOCK(state) and SPOOR_IN_ISR() in spoor_user.h"
#endif

static inline uint32_t spoor_irq_save(void)
{
    return SPOOR_LOCK();
}

static inline void spoor_irq_restore_relaxed(uint32_t state)
{
    SPOOR_UNLOCK(state);
}

static inline void spoor_irq_restore(uint32_t state)
{
    SPOOR_UNLOCK(state);
}

static inline bool spoor_in_isr(void)
{
    return SPOOR_IN_ISR();
}

/* Products don't call these functions. */
static inline bool spoor_irq_was_masked(uint32_t state)
{
    (void)state;
    __builtin_trap();
}

static inline bool spoor_irq_masked(void)
{
    __builtin_trap();
}

static inline void spoor_irq_enable(void)
{
    __builtin_trap();
}

static inline void spoor_irq_disable(void)
{
    __builtin_trap();
}

#endif
#endif
