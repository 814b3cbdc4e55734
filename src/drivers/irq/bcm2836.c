/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BCM2836 interrupt controllers. The local controller of the CPUs: Broadcom QA7, 4.6 to 4.10; QEMU
 * hw/intc/bcm2836_control.c. The peripheral controller, whose lines interrupt CPU 0: BCM2835 ARM
 * Peripherals, 7.5; QEMU hw/intc/bcm2835_ic.c.
 *
 * Lines 0 to 15 are raised by software through mailboxes, one mailbox per level. Lines 16 to 19 are the
 * generic timers of a CPU. Line 32 + n is peripheral line n. The hardware has no priorities, so levels.c
 * implements them.
 */
#include <drivers/irqctl.h>
#include <spoor/port/irq.h>
#include "levels_priv.h"

#define REG(address)            (*(volatile uint32_t *)(address))
#define TIMER_CONTROL(cpu)      REG(board_irqctl.cpu + 0x40 + 4 * (cpu))
#define MAILBOX_CONTROL(cpu)    REG(board_irqctl.cpu + 0x50 + 4 * (cpu))
#define IRQ_SOURCE(cpu)         REG(board_irqctl.cpu + 0x60 + 4 * (cpu))
#define MAILBOX_SET(cpu, box)   REG(board_irqctl.cpu + 0x80 + 16 * (cpu) + 4 * (box))
#define MAILBOX_CLEAR(cpu, box) REG(board_irqctl.cpu + 0xC0 + 16 * (cpu) + 4 * (box))

#define PENDING(n) REG(board_irqctl.lines + 0x4 + 4 * (n))
#define ENABLE(n)  REG(board_irqctl.lines + 0x10 + 4 * (n))
#define DISABLE(n) REG(board_irqctl.lines + 0x1C + 4 * (n))

#define SOFTWARE    0x0000FFFFu
#define SOFTWARES   16
#define TIMER_SHIFT 16
#define TIMERS      0xFu

/* Layout of IRQ_SOURCE: the timers, then the mailboxes. */
#define SOURCE_BOXES 4

const unsigned levels_words = 3;
const bool levels_own_word = true;

void levels_allow(unsigned cpu, unsigned word, uint32_t lines, unsigned level)
{
    if (word == 0) {
        TIMER_CONTROL(cpu) = lines >> TIMER_SHIFT & TIMERS;
        MAILBOX_CONTROL(cpu) = (1u << level) - 1;
    } else {
        DISABLE(word - 1) = ~lines;
        ENABLE(word - 1) = lines;
    }
}

uint32_t levels_due(unsigned cpu, unsigned word)
{
    if (word != 0) {
        return PENDING(word - 1);
    }
    uint32_t source = IRQ_SOURCE(cpu), lines = (source & TIMERS) << TIMER_SHIFT;

    for (unsigned boxes = source >> SOURCE_BOXES & 0xF; boxes != 0; boxes &= boxes - 1) {
        lines |= MAILBOX_CLEAR(cpu, (unsigned)__builtin_ctz(boxes)) & SOFTWARE;
    }
    return lines;
}

void levels_raise(unsigned cpu, unsigned line, unsigned level)
{
    if (line < SOFTWARES) {
        MAILBOX_SET(cpu, level) = 1u << line;
        __asm__ volatile("dsb\n\tisb" ::: "memory");
    }
}

void levels_taken(unsigned cpu, unsigned line, unsigned level)
{
    if (line < SOFTWARES) {
        MAILBOX_CLEAR(cpu, level) = 1u << line;
    }
}
