/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * NVIC (Armv7-M ARM, B3.4; Armv6-M ARM, B3.4). Lines are exception numbers: SysTick is 15, IRQ n is 16 + n.
 * Priority bytes are written as words, which ARMv6-M insists on; levels use the top two bits, all it has.
 */
#include <drivers/irqctl.h>
#include <hal/irq.h>

#define REG(address)   (*(volatile uint32_t *)(address))
#define NVIC_ISER(n)   REG(0xE000E100u + 4 * (n))
#define NVIC_ICER(n)   REG(0xE000E180u + 4 * (n))
#define NVIC_ISPR(n)   REG(0xE000E200u + 4 * (n))
#define NVIC_IPR(n)    REG(0xE000E400u + 4 * (n))
#define SCB_ICSR       REG(0xE000ED04u)
#define SCB_SHPR(n)    REG(0xE000ED18u + 4 * (n))
#define ICSR_PENDSTSET (1u << 26)

#define LINE_SYSTICK 15
#define LINE_IRQ0    16
#define LINES        (LINE_IRQ0 + CONFIG_NVIC_LINES)
#define LEVEL_SHIFT  6 /* of 8 priority bits, the top two */

void irqctl_init(void)
{
    for (unsigned line = LINE_SYSTICK; line < LINES; line++) {
        irqctl_disable(line);
        irqctl_set_level(line, HAL_IRQ_LEVELS - 1);
    }
}

unsigned irqctl_lines(void)
{
    return LINES;
}

void irqctl_enable(unsigned line)
{
    /* SysTick has no enable of its own here: its driver's start() is that. */
    if (line >= LINE_IRQ0) {
        NVIC_ISER((line - LINE_IRQ0) / 32) = 1u << (line - LINE_IRQ0) % 32;
    }
}

void irqctl_disable(unsigned line)
{
    if (line >= LINE_IRQ0) {
        NVIC_ICER((line - LINE_IRQ0) / 32) = 1u << (line - LINE_IRQ0) % 32;
    }
}

void irqctl_set_level(unsigned line, unsigned level)
{
    volatile uint32_t *word = line >= LINE_IRQ0 ? &NVIC_IPR((line - LINE_IRQ0) / 4) : &SCB_SHPR(line / 4 - 1);
    unsigned shift = line % 4 * 8;
    uint32_t state = hal_irq_save();

    *word = (*word & ~(0xFFu << shift)) | level << (shift + LEVEL_SHIFT);
    hal_irq_restore(state);
}

void irqctl_pend(unsigned line)
{
    if (line >= LINE_IRQ0) {
        NVIC_ISPR((line - LINE_IRQ0) / 32) = 1u << (line - LINE_IRQ0) % 32;
    } else if (line == LINE_SYSTICK) {
        SCB_ICSR = ICSR_PENDSTSET;
    }
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

void irqctl_signal(uint32_t cpu_mask, unsigned line)
{
    (void)cpu_mask;
    (void)line;
}
