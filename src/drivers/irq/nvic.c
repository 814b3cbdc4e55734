/* SPDX-License-Identifier: BSD-2-Clause */
/* The NVIC of a single-CPU chip. */
#include <drivers/irqctl.h>
#include "nvic_priv.h"

#define LINES (NVIC_IRQ0 + CONFIG_NVIC_LINES)

void irqctl_init(void)
{
    for (unsigned line = NVIC_SYSTICK; line < LINES; line++) {
        irqctl_disable(line);
        irqctl_set_level(line, SPOOR_IRQ_LEVELS - 1);
    }
}

unsigned irqctl_lines(void)
{
    return LINES;
}

void irqctl_enable(unsigned line)
{
    nvic_enable(line);
}

void irqctl_disable(unsigned line)
{
    nvic_disable(line);
}

void irqctl_set_level(unsigned line, unsigned level)
{
    nvic_set_level(line, level);
}

void irqctl_pend(unsigned line)
{
    nvic_pend(line);
}

void irqctl_signal(uint32_t cpu_mask, unsigned line)
{
    (void)cpu_mask;
    (void)line;
}
