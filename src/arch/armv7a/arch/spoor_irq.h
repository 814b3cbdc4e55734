/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements spoor/port/irq.h: interrupt masking by CPSR.I, and the interrupt state of this CPU.
 *
 * TPIDRPRW (Armv7-A ARM, B4.1.150) holds the state: twice the interrupt nesting depth, plus 1 if no switch
 * is pending. It is 0 exactly when a switch must happen now. One register read answers every question, and
 * no migration can split it.
 */
#ifndef SPOOR_ARCH_IRQ_H
#define SPOOR_ARCH_IRQ_H

#define ARMV7A_CPSR_I 0x80u

static inline uint32_t armv7a_state(void)
{
    uint32_t state;

    __asm__ volatile("mrc p15, 0, %0, c13, c0, 4" : "=r"(state)::"memory");
    return state;
}

static inline void armv7a_set_state(uint32_t state)
{
    __asm__ volatile("mcr p15, 0, %0, c13, c0, 4" ::"r"(state) : "memory");
}

/** Switch now if a switch is pending and allowed; entry.S checks that. Preserves all registers. */
static inline void armv7a_switch(void)
{
    __asm__ volatile("svc #0" ::: "memory");
}

static inline uint32_t spoor_irq_save(void)
{
    uint32_t cpsr;

    __asm__ volatile("mrs %0, cpsr\n\tcpsid i" : "=r"(cpsr)::"memory");
    return cpsr;
}

static inline void spoor_irq_restore_relaxed(uint32_t state)
{
    __asm__ volatile("msr cpsr_c, %0" ::"r"(state) : "memory");
}

static inline void spoor_irq_restore(uint32_t state)
{
    __asm__ volatile("msr cpsr_c, %0\n\tisb" ::"r"(state) : "memory");
    if (__builtin_expect(armv7a_state() == 0, 0)) {
        armv7a_switch();
    }
}

static inline void spoor_irq_enable(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

static inline void spoor_irq_disable(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline bool spoor_irq_was_masked(uint32_t state)
{
    return (state & ARMV7A_CPSR_I) != 0;
}

static inline bool spoor_irq_masked(void)
{
    uint32_t cpsr;

    __asm__ volatile("mrs %0, cpsr" : "=r"(cpsr)::"memory");
    return (cpsr & ARMV7A_CPSR_I) != 0;
}

static inline bool spoor_in_isr(void)
{
    return armv7a_state() > 1;
}

#endif
