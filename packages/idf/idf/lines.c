/* SPDX-License-Identifier: BSD-2-Clause */
/* The numbers of nested interrupts: traceISR_ENTER() has them, and the CPU has others. */
#include <spoor/config.h>

#if CONFIG_TRACE

#include <FreeRTOS.h>
#include "spoor_port.h"

/* By level; the last is of all deeper ones. */
static unsigned lines[SPOOR_ISR_LEVELS + 1];

/* @return the place of the line of the interrupt around which `n` others are open */
static unsigned *line_of(unsigned n)
{
    return &lines[n < SPOOR_ISR_LEVELS ? n : SPOOR_ISR_LEVELS];
}

void spoor_idf_isr_enter(unsigned line)
{
    uint32_t state = spoor_port_lock();

    *line_of(spoor_isr_level()) = line;
    spoor_isr_enter();
    spoor_port_unlock(state);
}

unsigned spoor_idf_line(void)
{
    unsigned n = spoor_isr_level();

    return n != 0 ? *line_of(n - 1) : 0;
}

#endif
