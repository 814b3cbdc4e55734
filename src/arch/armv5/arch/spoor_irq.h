/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements spoor/port/irq.h: interrupt masking by CPSR.I, and the interrupt state of the CPU as on
 * ARMv7-A, but in memory. The state is twice the interrupt nesting depth, plus 1 if no switch is pending.
 */
#ifndef SPOOR_ARCH_IRQ_H
#define SPOOR_ARCH_IRQ_H

#define ARMV5_CPSR_I 0x80u

extern volatile uint32_t armv5_state;

static inline uint32_t armv7a_state(void)
{
    return armv5_state;
}

static inline void armv7a_set_state(uint32_t state)
{
    armv5_state = state;
}

/** Switch now if a switch is pending and allowed; entry.S checks that. Preserves all registers except lr. */
static inline void armv7a_switch(void)
{
    __asm__ volatile("swi #0" ::: "memory", "lr");
}

static inline uint32_t armv5_cpsr(void)
{
    uint32_t cpsr;

    __asm__ volatile("mrs %0, cpsr" : "=r"(cpsr)::"memory");
    return cpsr;
}

static inline void armv5_set_cpsr(uint32_t cpsr)
{
    __asm__ volatile("msr cpsr_c, %0" ::"r"(cpsr) : "memory");
}

static inline uint32_t spoor_irq_save(void)
{
    uint32_t cpsr = armv5_cpsr();

    armv5_set_cpsr(cpsr | ARMV5_CPSR_I);
    return cpsr;
}

static inline void spoor_irq_restore_relaxed(uint32_t state)
{
    armv5_set_cpsr(state);
}

static inline void spoor_irq_restore(uint32_t state)
{
    armv5_set_cpsr(state);
    if (__builtin_expect(armv7a_state() == 0, 0)) {
        armv7a_switch();
    }
}

static inline void spoor_irq_enable(void)
{
    armv5_set_cpsr(armv5_cpsr() & ~ARMV5_CPSR_I);
}

static inline void spoor_irq_disable(void)
{
    armv5_set_cpsr(armv5_cpsr() | ARMV5_CPSR_I);
}

static inline bool spoor_irq_was_masked(uint32_t state)
{
    return (state & ARMV5_CPSR_I) != 0;
}

static inline bool spoor_irq_masked(void)
{
    return (armv5_cpsr() & ARMV5_CPSR_I) != 0;
}

static inline bool spoor_in_isr(void)
{
    return armv7a_state() > 1;
}

#endif
