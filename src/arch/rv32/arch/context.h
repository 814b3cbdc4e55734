/* SPDX-License-Identifier: BSD-2-Clause */
/* A requested switch is bit 0 of the CPU's state, cleared, as on ARMv7-A. Body of hal/context.h. */
#ifndef ARCH_CONTEXT_H
#define ARCH_CONTEXT_H

#include <spoor/port/irq.h>

#define HAL_CONTEXT_BYTES 128 /* struct rv32_context */

static inline void hal_switch_request(void)
{
    /* An interrupt between the two can at most make the switch due too, or do it: then one more follows. */
    uint32_t state = rv32_state() & ~1u;

    rv32_set_state(state);
    if (state == 0 && !spoor_irq_masked()) {
        rv32_switch();
    }
}

#endif
