/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The NVIC of the calling CPU (Armv7-M ARM, B3.4; Armv6-M ARM, B3.4). Lines are exception numbers: SysTick
 * is 15, IRQ n is 16 + n. Priority bytes are written as words, because ARMv6-M allows only word access.
 * Levels use the top two bits, the only ones that ARMv6-M implements.
 */
#ifndef NVIC_PRIV_H
#define NVIC_PRIV_H

#include <spoor/port/irq.h>

#define NVIC_REG(address)   (*(volatile uint32_t *)(address))
#define NVIC_ISER(n)        NVIC_REG(0xE000E100u + 4 * (n))
#define NVIC_ICER(n)        NVIC_REG(0xE000E180u + 4 * (n))
#define NVIC_ISPR(n)        NVIC_REG(0xE000E200u + 4 * (n))
#define NVIC_IPR(n)         NVIC_REG(0xE000E400u + 4 * (n))
#define NVIC_ICSR           NVIC_REG(0xE000ED04u)
#define NVIC_SHPR(n)        NVIC_REG(0xE000ED18u + 4 * (n))
#define NVIC_ICSR_PENDSTSET (1u << 26)

#define NVIC_SYSTICK     15
#define NVIC_IRQ0        16
#define NVIC_LEVEL_SHIFT 6 /* the top two of 8 priority bits */

static inline uint32_t nvic_bit(unsigned line)
{
    return 1u << (line - NVIC_IRQ0) % 32;
}

static inline void nvic_enable(unsigned line)
{
    /* SysTick has no enable bit in the NVIC. Its driver's start() enables it. */
    if (line >= NVIC_IRQ0) {
        NVIC_ISER((line - NVIC_IRQ0) / 32) = nvic_bit(line);
    }
}

static inline void nvic_disable(unsigned line)
{
    if (line >= NVIC_IRQ0) {
        NVIC_ICER((line - NVIC_IRQ0) / 32) = nvic_bit(line);
        __asm__ volatile("dsb\n\tisb" ::: "memory");
    }
}

static inline void nvic_set_level(unsigned line, unsigned level)
{
    volatile uint32_t *word =
        line >= NVIC_IRQ0 ? &NVIC_IPR((line - NVIC_IRQ0) / 4) : &NVIC_SHPR(line / 4 - 1);
    unsigned shift = line % 4 * 8;
    uint32_t state = spoor_irq_save();

    *word = (*word & ~(0xFFu << shift)) | level << (shift + NVIC_LEVEL_SHIFT);
    spoor_irq_restore(state);
}

static inline void nvic_pend(unsigned line)
{
    if (line >= NVIC_IRQ0) {
        NVIC_ISPR((line - NVIC_IRQ0) / 32) = nvic_bit(line);
    } else if (line == NVIC_SYSTICK) {
        NVIC_ICSR = NVIC_ICSR_PENDSTSET;
    }
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

#endif
