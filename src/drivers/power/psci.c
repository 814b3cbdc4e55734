/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PSCI over HVC, as provided by QEMU's virt machine without a hypervisor mode (hw/arm/virt.c, psci_conduit;
 * target/arm/psci.c). Function numbers: Arm DEN0022, 5.1.
 */
#include <errno.h>
#include <drivers/power.h>
#include <hal/cpu.h>

#define PSCI_CPU_ON             0x84000003u
#define PSCI_SYSTEM_RESET       0x84000009u
#define PSCI_INVALID_PARAMETERS (-2)

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

int power_on_cpu(unsigned cpu)
{
    switch (psci_call(PSCI_CPU_ON, cpu, (uint32_t)hal_entry, 0)) {
    case 0:
        return 0;
    case PSCI_INVALID_PARAMETERS:
        return -ENODEV;
    default:
        return -EIO;
    }
}

_Noreturn void power_reset(void)
{
    (void)psci_call(PSCI_SYSTEM_RESET, 0, 0, 0);
    for (;;) {
    }
}
