/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements spoor/port/irq.h by PRIMASK (Armv7-M ARM, B1.4.3; Armv6-M is the same). */
#ifndef SPOOR_ARCH_IRQ_H
#define SPOOR_ARCH_IRQ_H

static inline uint32_t spoor_irq_save(void)
{
    uint32_t primask;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(primask)::"memory");
    return primask;
}

static inline void spoor_irq_restore(uint32_t state)
{
    __asm__ volatile("msr primask, %0\n\tisb" ::"r"(state) : "memory");
}

static inline void spoor_irq_restore_relaxed(uint32_t state)
{
    __asm__ volatile("msr primask, %0" ::"r"(state) : "memory");
}

static inline void spoor_irq_enable(void)
{
    __asm__ volatile("cpsie i\n\tisb" ::: "memory");
}

static inline void spoor_irq_disable(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline bool spoor_irq_was_masked(uint32_t state)
{
    return state != 0;
}

static inline bool spoor_irq_masked(void)
{
    uint32_t primask;

    __asm__ volatile("mrs %0, primask" : "=r"(primask));
    return primask & 1;
}

static inline bool spoor_in_isr(void)
{
    uint32_t ipsr;

    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr != 0;
}

#endif
