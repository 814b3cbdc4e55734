/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A software reset. QEMU then resets the whole machine, loads the ELF file's segments again and leaves the
 * other memory unchanged (hw/core/loader.c, rom_reset).
 */
#include <stdint.h>
#include <hal/cpu.h>
#include <test/reset.h>

#if __ARM_ARCH_PROFILE == 'M'

/* AIRCR with its key, and SYSRESETREQ (Armv7-M ARM and Armv6-M ARM, B3.2.6). */
#define SCB_AIRCR         (*(volatile uint32_t *)0xE000ED0Cu)
#define AIRCR_SYSRESETREQ 0x05FA0004u

static void ask_for_reset(void)
{
    SCB_AIRCR = AIRCR_SYSRESETREQ;
}

#else

#define PSCI_SYSTEM_RESET 0x84000009u /* Arm DEN0022, 5.1; over HVC, as in src/arch/armv7a/cpu_start.c */

static void ask_for_reset(void)
{
    register uint32_t fn __asm__("r0") = PSCI_SYSTEM_RESET;

    __asm__ volatile(".arch_extension virt\n\thvc #0" : "+r"(fn) : : "r1", "r2", "r3", "r12", "memory");
}

#endif

_Noreturn void test_reset(void)
{
    hal_barrier();
    ask_for_reset();
    for (;;) {
    }
}
