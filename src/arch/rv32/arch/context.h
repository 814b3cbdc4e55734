/* SPDX-License-Identifier: BSD-2-Clause */
/* Implements hal/context.h. Clearing bit 0 of the CPU's state requests a switch, as on ARMv7-A. */
#ifndef ARCH_CONTEXT_H
#define ARCH_CONTEXT_H

#include <spoor/port/irq.h>

#define HAL_CONTEXT_BYTES 128 /* struct rv32_context */

static inline void hal_switch_request(void)
{
    /* After an interrupt that has performed the switch, one more follows. */
    if (rv32_request_switch() == 0 && !spoor_irq_masked()) {
        rv32_switch();
    }
}

static inline void hal_switch_now(uint32_t state)
{
    rv32_set_state(0);
    spoor_irq_restore_relaxed(state);
    rv32_switch();
}

static inline void hal_switch_mask(void)
{
    spoor_irq_disable();
}

static inline void hal_switch_unmask(void)
{
    spoor_irq_enable();
}

#endif
