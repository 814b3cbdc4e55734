/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPU start and reset of an Arm SSE-200. CPU 1 is held at reset (Arm 101104, CPUWAIT; QEMU
 * hw/misc/iotkit-sysctl.c), and starts at the same address as CPU 0.
 */
#include <drivers/power.h>
#include <hal/cpu.h>
#include "aircr_priv.h"

#define CPUWAIT (*(volatile uint32_t *)(board_power + 0x118))

int power_on_cpu(unsigned cpu)
{
    hal_barrier();
    CPUWAIT &= ~(1u << cpu);
    return 0;
}

_Noreturn void power_reset(void)
{
    aircr_reset();
}
