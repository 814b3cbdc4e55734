/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks of the calling context: a call in the wrong one panics with the name of the function that was
 * called.
 */
#include "kernel_priv.h"

void thread_check(const char *who)
{
    if (hal_in_isr()) {
        panic("%s: called in an interrupt", who);
    }
    if (!sched_started()) {
        panic("%s: called before the scheduler runs", who);
    }
}

/* Masked, or the caller may move to another CPU between the two reads. */
static bool locked_scheduler(void)
{
    uint32_t state = hal_irq_save();
    bool locked = this_cpu()->preempt_depth != 0;

    hal_irq_restore(state);
    return locked;
}

bool thread_may_wait(void)
{
    return !hal_in_isr() && sched_started() && !hal_irq_masked() && !locked_scheduler();
}

void wait_check(const char *who)
{
    if (hal_in_isr()) {
        panic("%s: waits in an interrupt; only WAIT_NONE is allowed there", who);
    }
    if (!sched_started()) {
        panic("%s: waits before the scheduler runs", who);
    }
    if (hal_irq_masked()) {
        panic("%s: waits with interrupts masked", who);
    }
    if (locked_scheduler()) {
        panic("%s: waits with the scheduler locked", who);
    }
}
