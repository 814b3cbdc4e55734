/* SPDX-License-Identifier: BSD-2-Clause */
/* Contexts of interrupts, one for each level that they nest. */
#include <profiler/hooks.h>
#include "spoor_api.h"

static struct trace_context levels[SPOOR_ISR_LEVELS];
static unsigned depth;

static unsigned line(void)
{
#ifdef SPOOR_IRQ_LINE
    return SPOOR_IRQ_LINE();
#else
    uint32_t ipsr;

    __asm__ volatile("mrs %0, ipsr" : "=r"(ipsr));
    return ipsr & 0x1FF;
#endif
}

/* An interrupt that comes between two of these lines leaves `depth` as it finds it. */
void spoor_isr_enter(void)
{
    unsigned n = depth++;

    if (n < SPOOR_ISR_LEVELS) {
        if (levels[n].limit == NULL) {
            trace_context_init(&levels[n]);
        }
        trace_hook_irq_enter(&levels[n], line());
    } else { /* charged to the deepest */
        trace_event(irq_enter, line());
    }
}

void spoor_isr_exit(void)
{
    if (depth == 0) {
        return; /* one too many: some portYIELD_FROM_ISR() end the handler, too */
    }
    unsigned n = depth - 1;

    if (n < SPOOR_ISR_LEVELS) {
        trace_hook_irq_exit(&levels[n]);
    } else {
        trace_event(irq_exit);
    }
    depth = n;
}
