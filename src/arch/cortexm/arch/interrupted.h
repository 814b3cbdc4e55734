/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Implements hal/interrupted.h. Each interrupt entry stores the address of the frame stacked by the
 * hardware (Armv7-M ARM, B1.5.6).
 */
#ifndef ARCH_INTERRUPTED_H
#define ARCH_INTERRUPTED_H

#include <arch/frame.h>
#include <hal/cpu.h>
#include <spoor/port/restart.h>

struct cortexm_interrupted {
    const uint32_t *volatile frame; /**< stacked by the hardware */
#if CORTEXM_FLOAT
    volatile uint32_t exc_return; /**< bit 4: without floating-point registers */
#endif
};

extern struct cortexm_interrupted cortexm_interrupted[CONFIG_CPUS];

static inline uint32_t hal_interrupted_pc(void)
{
    uint32_t pc = cortexm_interrupted[hal_cpu_id()].frame[6] & ~1u;

#if SPOOR_RESTARTABLE
    if (spoor_restart_may_move(pc)) {
        return spoor_restart_pc(pc); /* where it continues */
    }
#endif
    return pc;
}

#endif
