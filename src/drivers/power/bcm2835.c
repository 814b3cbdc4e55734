/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reset of BCM2835 to BCM2837 by the watchdog (QEMU hw/misc/bcm2835_powermgt.c; the only public description
 * is Linux' drivers/watchdog/bcm2835_wdt.c). Without a boot loader all CPUs start at reset.
 */
#include <drivers/power.h>
#include <hal/cpu.h>

#define PM_RSTC       (*(volatile uint32_t *)(board_power + 0x1C))
#define PM_WDOG       (*(volatile uint32_t *)(board_power + 0x24))
#define PASSWORD      0x5A000000u
#define RSTC_FULL     0x20u
#define WDOG_SHORTEST 10u

int power_on_cpu(unsigned cpu)
{
    (void)cpu;
    return 0;
}

_Noreturn void power_reset(void)
{
    hal_barrier();
    PM_WDOG = PASSWORD | WDOG_SHORTEST;
    PM_RSTC = PASSWORD | RSTC_FULL;
    for (;;) {
    }
}
