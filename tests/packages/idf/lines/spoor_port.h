/* SPDX-License-Identifier: BSD-2-Clause */
/* What the component's lines.c needs, on this machine: the level is the test's. */
#ifndef SPOOR_PORT_H
#define SPOOR_PORT_H

#include <stdint.h>

#define SPOOR_ISR_LEVELS 3

unsigned spoor_isr_level(void);
void spoor_isr_enter(void);
void spoor_idf_isr_enter(unsigned line);
unsigned spoor_idf_line(void);

static inline uint32_t spoor_port_lock(void)
{
    return 0;
}

static inline void spoor_port_unlock(uint32_t state)
{
    (void)state;
}

#endif
