/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arm PL190 vectored interrupt controller (Arm DDI0181, 3.3; QEMU hw/intc/pl190.c). The vectors and their
 * fixed priorities aren't used: there are fewer vectors than lines, and they don't nest. levels.c
 * implements the priorities.
 */
#include <drivers/irqctl.h>
#include "levels_priv.h"

#define REG(offset)   (*(volatile uint32_t *)(board_irqctl.lines + (offset)))
#define RAW           REG(0x08)
#define INT_ENABLE    REG(0x10)
#define INT_ENCLEAR   REG(0x14)
#define SOFTINT       REG(0x18)
#define SOFTINT_CLEAR REG(0x1C)

const unsigned levels_words = 1;
const bool levels_own_word = true; /* there is only one CPU */

void levels_allow(unsigned cpu, unsigned word, uint32_t lines, unsigned level)
{
    (void)cpu;
    (void)word;
    (void)level;
    INT_ENCLEAR = ~lines;
    INT_ENABLE = lines;
}

uint32_t levels_due(unsigned cpu, unsigned word)
{
    (void)cpu;
    (void)word;
    return RAW;
}

void levels_raise(unsigned cpu, unsigned line, unsigned level)
{
    (void)cpu;
    (void)level;
    SOFTINT = 1u << line;
    (void)SOFTINT; /* wait until the write has taken effect */
}

void levels_taken(unsigned cpu, unsigned line, unsigned level)
{
    (void)cpu;
    (void)level;
    SOFTINT_CLEAR = 1u << line;
}
