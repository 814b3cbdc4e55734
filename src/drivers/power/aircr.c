/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset of a Cortex-M by AIRCR (Armv7-M ARM and Armv6-M ARM, B3.2.6). One CPU. */
#include <drivers/power.h>
#include <hal/cpu.h>

/* With its key, SYSRESETREQ. */
#define SCB_AIRCR         (*(volatile uint32_t *)0xE000ED0Cu)
#define AIRCR_SYSRESETREQ 0x05FA0004u

_Noreturn void power_reset(void)
{
    hal_barrier();
    SCB_AIRCR = AIRCR_SYSRESETREQ;
    for (;;) {
    }
}
