/* SPDX-License-Identifier: BSD-2-Clause */
/* Masking on a core that isn't a Cortex-M: by SPOOR_LOCK() and SPOOR_UNLOCK(state) of spoor_user.h. */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && !defined(SPOOR_LOCK)
#include "../../cortexm/arch/spoor_irq.h"
#else
#ifndef SPOOR_ARCH_IRQ_H
#define SPOOR_ARCH_IRQ_H

#if !defined(SPOOR_LOCK) || !defined(SPOOR_UNLOCK)
#error                                                                                                       \
    "this core is no Cortex-M: define SPOOR_LOCK(), SPOOR_UNLOCK(state), SPOOR_IN_ISR() and SPOOR_IRQ_LINE() in spoor_user.h"
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

#endif
#endif
