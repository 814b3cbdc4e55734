/* SPDX-License-Identifier: BSD-2-Clause */
/* Initialize C memory, then start the kernel. Relies on entry.S for the stacks. */
#include <arch/irqctl.h>
#include <hal/context.h>
#include <hal/cpu.h>
#include <hal/interrupted.h>
#include "cfi_priv.h"
#include "rv32_priv.h"

extern uint8_t data_start[], data_end[], data_load[], bss_start[], bss_end[];
extern uint8_t rv32_isr_stack[];

struct rv32_irqctl rv32_irqctl __attribute__((section(".sbss.rv32_irqctl")));

#if CONFIG_TRACE_SAMPLES
const uint32_t *volatile rv32_interrupted;
#endif

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

void *hal_isr_stack(unsigned cpu, size_t *bytes)
{
    (void)cpu;
    *bytes = CONFIG_ISR_STACK_BYTES;
    return rv32_isr_stack;
}

_Noreturn void rv32_boot(void)
{
    copy_words((uint32_t *)data_start, (uint32_t *)data_end, (const uint32_t *)data_load);
    zero_words((uint32_t *)bss_start, (uint32_t *)bss_end);
#if CONFIG_TRACE_STACKS || CONFIG_TRACE_SAMPLES
    cfi_init();
#endif
    hal_on_boot();
}
