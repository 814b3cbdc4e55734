/* SPDX-License-Identifier: BSD-2-Clause */
/* Immediate reset through the i.MX watchdog (IMX6ULRM, 59.7; QEMU hw/watchdog/wdt_imx2.c). One CPU. */
#include <drivers/power.h>
#include <hal/cpu.h>

/* Writing 0 requests a software reset and a reset of external devices. */
#define WDOG_WCR (*(volatile uint16_t *)board_power)

_Noreturn void power_reset(void)
{
    hal_barrier();
    WDOG_WCR = 0;
    for (;;) {
    }
}
