/* SPDX-License-Identifier: BSD-2-Clause */
/* Initialize C memory once, then start the kernel on every CPU. Relies on entry.S for stacks and vectors. */
#include <hal/context.h>
#include <hal/cpu.h>
#include <hal/interrupted.h>
#include "armv7a_priv.h"

extern uint8_t data_start[], data_end[], data_load[], bss_start[], bss_end[];

static void copy_words(uint32_t *to, const uint32_t *end, const uint32_t *from)
{
    while (to < end && to != from) { /* equal if the image was loaded into RAM */
        *to++ = *from++;
        hal_compiler_barrier(); /* prevents a call of memcpy, which can't be used yet */
    }
}

static void zero_words(uint32_t *to, const uint32_t *end)
{
    while (to < end) {
        *to++ = 0;
        hal_compiler_barrier();
    }
}

extern uint8_t armv7a_stacks[CONFIG_CPUS][CPU_STACKS_BYTES];

void *hal_isr_stack(unsigned cpu, size_t *bytes)
{
    *bytes = ISR_STACK_BYTES;
    return armv7a_stacks[cpu] + BOOT_STACK_BYTES;
}

#if CONFIG_TRACE_SAMPLES
const uint32_t *volatile armv7a_interrupted[CONFIG_CPUS];
#endif

#if CONFIG_CPUS > 1
/** Read by entry.S without a cache. Memory survives a reset, so each CPU clears its own word. */
volatile uint32_t armv7a_released[CONFIG_CPUS] __attribute__((section(".noinit"), aligned(64)));

void hal_cpu_release(unsigned cpu)
{
    armv7a_released[cpu] = RELEASED;
    /* DCCMVAC: clean to memory (Armv7-A ARM, B4.2.1). */
    __asm__ volatile("dsb\n\tmcr p15, 0, %0, c7, c10, 1\n\tdsb\n\tsev" ::"r"(&armv7a_released[cpu])
                     : "memory");
}
#endif

_Noreturn void armv7a_boot(unsigned cpu)
{
    if (cpu == 0) {
        copy_words((uint32_t *)data_start, (uint32_t *)data_end, (const uint32_t *)data_load);
        zero_words((uint32_t *)bss_start, (uint32_t *)bss_end);
        armv7a_mmu_init();
    }
    armv7a_mmu_enable();
    hal_on_boot();
}
