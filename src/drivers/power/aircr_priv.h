/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset of a Cortex-M through AIRCR (Armv7-M ARM and Armv6-M ARM, B3.2.6). */
#ifndef AIRCR_PRIV_H
#define AIRCR_PRIV_H

#include <hal/cpu.h>

/* SYSRESETREQ with the write key. */
#define SCB_AIRCR         (*(volatile uint32_t *)0xE000ED0Cu)
#define AIRCR_SYSRESETREQ 0x05FA0004u

static inline SPOOR_NORETURN void aircr_reset(void)
{
    hal_barrier();
    SCB_AIRCR = AIRCR_SYSRESETREQ;
    for (;;) {
    }
}

#endif
