/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset through the system registers of Versatile boards (Arm DUI0225, 4.4.7; QEMU hw/misc/arm_sysctl.c). */
#include <drivers/power.h>

#define LOCK(base)      (*(volatile uint32_t *)((base) + 0x20))
#define RESET_CTL(base) (*(volatile uint32_t *)((base) + 0x40))

#define LOCK_KEY   0xA05F
#define RESET_FULL 0x106

_Noreturn void power_reset(void)
{
    LOCK(board_power) = LOCK_KEY;
    RESET_CTL(board_power) = RESET_FULL;
    for (;;) {
    }
}
