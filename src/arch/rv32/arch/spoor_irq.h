/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements spoor/port/irq.h: interrupt masking by mstatus.MIE, and the interrupt state of this CPU.
 *
 * mscratch (Privileged Architecture, 3.1.13) holds the state: bit 0 is set if no switch is pending, bit 1 in
 * interrupts. It is 0 exactly when a switch must happen now.
 */
#ifndef SPOOR_ARCH_IRQ_H
#define SPOOR_ARCH_IRQ_H

#define RV32_MIE 8u

static inline uint32_t rv32_state(void)
{
    uint32_t state;

    __asm__ volatile("csrr %0, mscratch" : "=r"(state)::"memory");
    return state;
}

static inline void rv32_set_state(uint32_t state)
{
    __asm__ volatile("csrw mscratch, %0" ::"r"(state) : "memory");
}

/** Request a switch. @return 0 if it must happen now, if interrupts aren't masked */
static inline uint32_t rv32_request_switch(void)
{
    uint32_t state;

    __asm__ volatile("csrrci %0, mscratch, 1" : "=r"(state)::"memory");
    return state & ~1u;
}

/** Switch now if a switch is pending and allowed; entry.S checks that. Preserves all registers. */
static inline void rv32_switch(void)
{
    __asm__ volatile("ecall" ::: "memory");
}

static inline uint32_t spoor_irq_save(void)
{
    uint32_t mstatus;

    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(mstatus)::"memory");
    return mstatus;
}

static inline void spoor_irq_restore_relaxed(uint32_t state)
{
    __asm__ volatile("csrw mstatus, %0" ::"r"(state) : "memory");
}

static inline void spoor_irq_restore(uint32_t state)
{
    spoor_irq_restore_relaxed(state);
    if (__builtin_expect(rv32_state() == 0, 0)) {
        rv32_switch();
    }
}

static inline void spoor_irq_enable(void)
{
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
}

static inline void spoor_irq_disable(void)
{
    __asm__ volatile("csrci mstatus, 8" ::: "memory");
}

static inline bool spoor_irq_was_masked(uint32_t state)
{
    return (state & RV32_MIE) == 0;
}

static inline bool spoor_irq_masked(void)
{
    uint32_t mstatus;

    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus)::"memory");
    return spoor_irq_was_masked(mstatus);
}

static inline bool spoor_in_isr(void)
{
    return rv32_state() > 1;
}

#endif
