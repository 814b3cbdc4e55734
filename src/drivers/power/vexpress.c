/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reset of Versatile Express through the motherboard's configuration controller (Arm DUI0447, 4.3.18; QEMU
 * hw/misc/arm_sysctl.c). Without a boot loader all CPUs start at reset.
 */
#include <drivers/power.h>
#include <hal/cpu.h>

#define SYS_CFGDATA (*(volatile uint32_t *)(board_power + 0xA0))
#define SYS_CFGCTRL (*(volatile uint32_t *)(board_power + 0xA4))
#define CFG_START   (1u << 31)
#define CFG_WRITE   (1u << 30)
#define CFG_REBOOT  (9u << 20)

int power_on_cpu(unsigned cpu)
{
    (void)cpu;
    return 0;
}

_Noreturn void power_reset(void)
{
    hal_barrier();
    SYS_CFGDATA = 0;
    SYS_CFGCTRL = CFG_START | CFG_WRITE | CFG_REBOOT;
    for (;;) {
    }
}
