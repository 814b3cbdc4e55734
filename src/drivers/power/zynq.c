/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reset through the Zynq-7000 system-level control registers (AMD UG585, B.28; QEMU hw/misc/zynq_slcr.c).
 * Only one CPU is used.
 */
#include <drivers/power.h>
#include <hal/cpu.h>

#define SLCR_UNLOCK  (*(volatile uint32_t *)(board_power + 0x008))
#define PSS_RST_CTRL (*(volatile uint32_t *)(board_power + 0x200))
#define UNLOCK_KEY   0xDF0Du

_Noreturn void power_reset(void)
{
    hal_barrier();
    SLCR_UNLOCK = UNLOCK_KEY;
    PSS_RST_CTRL = 1;
    for (;;) {
    }
}
