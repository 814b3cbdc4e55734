/* SPDX-License-Identifier: BSD-2-Clause */
/* For architectures whose boards have one CPU. */
#include <errno.h>
#include <hal/cpu.h>

int hal_cpu_start(unsigned cpu)
{
    (void)cpu;
    return -ENODEV;
}
