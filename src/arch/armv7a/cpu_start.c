/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Starting CPUs by PSCI's CPU_ON, over HVC, as QEMU's virt offers it without a hypervisor mode
 * (hw/arm/virt.c, psci_conduit; target/arm/psci.c). Function numbers: Arm DEN0022, 5.1.
 */
#include <errno.h>
#include <hal/cpu.h>
#include "armv7a_priv.h"

#define PSCI_CPU_ON             0x84000003u
#define PSCI_INVALID_PARAMETERS (-2)

_Noreturn void hal_entry(void);

static int32_t psci_call(uint32_t fn, uint32_t a1, uint32_t a2, uint32_t a3)
{
    register uint32_t r0 __asm__("r0") = fn;
    register uint32_t r1 __asm__("r1") = a1;
    register uint32_t r2 __asm__("r2") = a2;
    register uint32_t r3 __asm__("r3") = a3;

    __asm__ volatile(".arch_extension virt\n\tdsb\n\thvc #0"
                     : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3)
                     :
                     : "r12", "memory");
    return (int32_t)r0;
}

int hal_cpu_start(unsigned cpu)
{
    if (cpu == 0 || cpu >= CONFIG_CPUS) {
        return -ENODEV;
    }
    switch (psci_call(PSCI_CPU_ON, cpu, (uint32_t)hal_entry, 0)) {
    case 0:
        return 0;
    case PSCI_INVALID_PARAMETERS:
        return -ENODEV;
    default:
        return -EIO;
    }
}
