/* SPDX-License-Identifier: BSD-2-Clause */
/* Implementation of spoor/port/irq.h for the build machine, which has no interrupts: the test is one if it
 * says so. */
#ifndef SPOOR_ARCH_IRQ_H
#define SPOOR_ARCH_IRQ_H

static inline uint32_t spoor_irq_save(void)
{
    return 0;
}

static inline void spoor_irq_restore(uint32_t state)
{
    (void)state;
}

static inline void spoor_irq_restore_relaxed(uint32_t state)
{
    (void)state;
}

static inline void spoor_irq_enable(void)
{
}

static inline void spoor_irq_disable(void)
{
}

static inline bool spoor_irq_was_masked(uint32_t state)
{
    return state != 0;
}

static inline bool spoor_irq_masked(void)
{
    return false;
}

extern bool fake_in_isr;

static inline bool spoor_in_isr(void)
{
    return fake_in_isr;
}

#endif
